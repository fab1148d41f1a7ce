import type { SubscriptionObstacle } from '@/server/contract/subscription-rules.ts';

/** Why a request about a subscription is not possible, as an action or a field shows it. */
const obstacleTexts: Record<SubscriptionObstacle, string> = {
  ended: 'Already ended',
  inService: 'Already in service',
  notInService: 'Only while in service',
  startedExternally: 'Reactivated by the external system',
  firstPaymentDue: 'Started by the first payment',
  cancellationPending: 'A cancellation is pending; withdraw it first',
};

/** The text of an obstacle; undefined without one. */
export function obstacleText(obstacle: SubscriptionObstacle | null): string | undefined {
  return obstacle === null ? undefined : obstacleTexts[obstacle];
}
