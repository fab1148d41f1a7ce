import type { subscriptionStatuses } from '../../../contract/enums.ts';

type Status = (typeof subscriptionStatuses)[number];

/** States in which a subscription is being served. */
export const inService = ['ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE'] as const satisfies Status[];

/** Whether a subscription in this state is being served. */
export function isInService(status: Status): boolean {
  return (inService as readonly Status[]).includes(status);
}
