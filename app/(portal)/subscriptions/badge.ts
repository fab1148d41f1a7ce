import type { Tone } from '@/components/theme/colors.ts';
import type { SubscriptionSnapshot } from '@/server/contract/subscription.ts';
import { isInService, lifecyclePhase } from '@/server/contract/subscription-rules.ts';

type Badge = { status: string; reason: string | null; tone?: Tone };

/** The status of a subscription with its reason: out of service, overdue, or about to end. */
export function badgeOf(subscription: SubscriptionSnapshot): Badge {
  const { status, inactiveReason, cancelAt, planRemovalAt } = subscription;
  if (!isInService(status)) return { status, reason: inactiveReason };
  if (lifecyclePhase(subscription) === 'grace') return { status, reason: 'overdue', tone: 'red' };
  if (cancelAt) return { status, reason: 'to be cancelled', tone: 'yellow' };
  return planRemovalAt
    ? { status, reason: 'plan to be removed', tone: 'yellow' }
    : { status, reason: inactiveReason };
}
