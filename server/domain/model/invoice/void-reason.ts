import type { inactiveReasons, voidReasons } from '../../../contract/enums.ts';

type VoidReason = (typeof voidReasons)[number];

/** What was announced about a subscription and its subscriber by the change that voided an invoice. */
type Announced = {
  type: string;
  data: { current: Record<string, unknown>; changedFields?: string[]; rejection?: { reason: string } };
};

/**
 * Why an invoice is void, read off what happened with it. The stronger reason wins: an end of service over a change of
 * terms, and the subscriber's end over that of a subscription.
 * @param isReplaced whether another invoice asks for the same period
 */
export function voidReasonOf(events: Announced[], isReplaced: boolean): VoidReason | null {
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
