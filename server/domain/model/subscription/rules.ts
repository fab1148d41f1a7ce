import type { subscriptionStatuses } from '../../../contract/enums.ts';

type Status = (typeof subscriptionStatuses)[number];

/** The statuses in which a subscription is in service. */
export const inService = ['ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE'] as const satisfies Status[];

/** Whether a subscription with this status is in service, paid or in grace. */
export function isInService(status: Status): boolean {
  return (inService as readonly Status[]).includes(status);
}

/** Whether a subscription has ended for good: no payment and no request brings it back. Contract: Billing. */
export function hasEnded(subscription: { status: Status; archivedAt: Date | string | null }): boolean {
  return subscription.archivedAt !== null || ['CANCELLED', 'MIGRATED_OUT'].includes(subscription.status);
}
