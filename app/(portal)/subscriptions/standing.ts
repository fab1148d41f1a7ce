import type { Tone } from '@/components/theme/colors.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';

type Ended = Pick<SubscriptionSnapshot, 'status' | 'archivedAt'>;

/** Whether nothing can bring a subscription back. */
export function hasEnded({ status, archivedAt }: Ended): boolean {
  return status === 'CANCELLED' || status === 'MIGRATED_OUT' || archivedAt !== null;
}

/** Whether it is being served, paid or in its days of grace. */
export function isInService({ status }: Pick<SubscriptionSnapshot, 'status'>): boolean {
  return status === 'ACTIVE' || status === 'AWAITING_PAYMENT_FOR_UPGRADE';
}

type Badge = { status: string; reason: string | null; tone?: Tone };

/** Its state with what there is to say of it: why it is out of service, that it is overdue, or that it is to end. */
export function badgeOf(subscription: SubscriptionSnapshot): Badge {
  const { status, inactiveReason, cancelAt, planRemovalAt } = subscription;
  if (!isInService(subscription)) return { status, reason: inactiveReason };
  if (standingOf(subscription) === 'grace') return { status, reason: 'overdue', tone: 'red' };
  if (cancelAt) return { status, reason: 'to be cancelled', tone: 'yellow' };
  return planRemovalAt
    ? { status, reason: 'plan to be removed', tone: 'yellow' }
    : { status, reason: inactiveReason };
}

/** Where in its life a subscription stands, as far as that decides when a wish takes effect. */
export type Standing = 'before' | 'paid' | 'grace' | 'lapsed';

export function standingOf(subscription: SubscriptionSnapshot): Standing {
  if (subscription.status === 'PENDING') return 'before';
  if (!isInService(subscription)) return 'lapsed';
  return subscription.currentCycle?.status === 'OVERDUE' ? 'grace' : 'paid';
}

/** The end of the last cycle that is paid for, which may be the one after the running one. Undefined while unknown. */
export function usePaidUntil(subscription: SubscriptionSnapshot): string | null | undefined {
  const { id, expiresAt } = subscription;
  const { data } = trpc.subscription.cycles.useQuery(
    { id, sort: '-startsAt', limit: 5 },
    { enabled: standingOf(subscription) === 'paid' },
  );
  if (standingOf(subscription) !== 'paid') return expiresAt;
  if (!data) return undefined;
  const paid = data.data.find(
    ({ status, paymentStatus }) => status === 'SCHEDULED' && paymentStatus === 'COMPLETED',
  );
  return paid?.expiresAt ?? expiresAt;
}
