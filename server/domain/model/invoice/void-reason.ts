import type { inactiveReasons, voidReasons } from '../../../contract/enums.ts';

type VoidReason = (typeof voidReasons)[number];

/** An event about the subscription or its subscriber, from the change that voided an invoice. */
type CausingEvent = {
  type: string;
  data: { current: Record<string, unknown>; changedFields?: string[]; rejection?: { reason: string } };
};

/**
 * Why an invoice is VOID, derived from the events of the change that voided it. An end of service ranks above a change of
 * terms, and the end of the subscriber above that of a subscription.
 * @param isReplaced whether another invoice covers the same period
 */
export function voidReasonOf(events: CausingEvent[], isReplaced: boolean): VoidReason | null {
  const of = (type: string) => events.find((event) => event.type === type)?.data;
  if (of('subscriber.terminated')) return 'SUBSCRIBER_TERMINATED';
  const ended = of('subscription.deactivated')?.current.inactiveReason as
    | (typeof inactiveReasons)[number]
    | null
    | undefined;
  if (ended) return ended;
  const rejected = of('subscription.plan_change_rejected')?.rejection?.reason;
  if (rejected === 'UPGRADE_PAYMENT_EXPIRED' || rejected === 'UPGRADE_SUPERSEDED') return rejected;
  if (of('subscription.plan_removed_queued')) return 'PLAN_REMOVED';
  const updated = events.filter(({ type }) => type === 'subscription.updated').map(({ data }) => data);
  const { status, cancelAt } = updated.at(-1)?.current ?? {};
  if (status === 'MIGRATED_OUT') return 'MIGRATED_OUT';
  if (status === 'CANCELLED' || (cancelAt ?? null) !== null) return 'CANCELLED';
  if (isReplaced) return 'REISSUED';
  return updated.length > 0 ? 'TERMS_CHANGED' : null;
}
