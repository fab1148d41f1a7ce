import { type ErrorKey, refuse } from '../../../contract/errors.ts';
import type { SubscriptionObstacle } from '../../../contract/subscription-rules.ts';

const refusals: Record<SubscriptionObstacle, { error: ErrorKey; message?: string }> = {
  ended: { error: 'IMMUTABLE', message: 'The subscription has ended and cannot be restored.' },
  inService: { error: 'CONFLICT', message: 'The subscription is in service.' },
  notInService: { error: 'CONFLICT', message: 'The subscription is not in service.' },
  startedExternally: { error: 'CONTACT_SHARE' },
  firstPaymentDue: { error: 'PRECONDITION', message: 'The first payment activates it.' },
  cancellationPending: { error: 'CONFLICT', message: 'The subscription has a pending cancellation.' },
};

/** Refuses a request about the subscription for an obstacle; null passes. */
export function requireNoObstacle(obstacle: SubscriptionObstacle | null): void {
  if (obstacle === null) return;
  const { error, message } = refusals[obstacle];
  throw refuse(error, { field: 'id', message });
}
