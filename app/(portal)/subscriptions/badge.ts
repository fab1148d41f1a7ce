import type { Tone } from '@/components/theme/colors.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { isInService, lifecyclePhase } from '@/server/contract/subscription-rules.ts';

type Badge = { status: string; reason: string | null; tone?: Tone };

/** Its state with what there is to say of it: why it is out of service, that it is overdue, or that it is to end. */
export function badgeOf(subscription: SubscriptionSnapshot): Badge {
  const { status, inactiveReason, cancelAt, planRemovalAt } = subscription;
  if (!isInService(status)) return { status, reason: inactiveReason };
  if (lifecyclePhase(subscription) === 'grace') return { status, reason: 'overdue', tone: 'red' };
  if (cancelAt) return { status, reason: 'to be cancelled', tone: 'yellow' };
  return planRemovalAt
    ? { status, reason: 'plan to be removed', tone: 'yellow' }
    : { status, reason: inactiveReason };
}
