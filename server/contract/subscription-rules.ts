import type { subscriptionStatuses } from './enums.ts';

/** Imports no library, so that pages can import it at no cost. */

type Status = (typeof subscriptionStatuses)[number];

/** The statuses in which a subscription is in service. */
export const inService = ['ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE'] as const satisfies Status[];

/** The statuses in which a subscription has ended for good. */
export const ended = ['CANCELLED', 'MIGRATED_OUT'] as const satisfies Status[];

/** Whether a subscription with this status is in service, paid or in grace. */
export function isInService(status: Status): boolean {
  return (inService as readonly Status[]).includes(status);
}

/** Whether a subscription has ended for good: no payment and no request restores it. Contract: Billing. */
export function hasEnded(subscription: { status: Status; archivedAt: Date | string | null }): boolean {
  return subscription.archivedAt !== null || (ended as readonly Status[]).includes(subscription.status);
}

/** The fields of a subscription that replace values of its plan, in the order of documents and pages. */
export const overrideFields = ['priceOverride', 'speedOverride', 'durationOverride'] as const;
export type OverrideField = (typeof overrideFields)[number];

type Phased = { status: Status; currentCycle: { status: string } | null };

/** A subscription's phase of life. `INACTIVE` and ended subscriptions have lapsed. */
type LifecyclePhase = 'pending' | 'paid' | 'grace' | 'lapsed';

/** The phase of a subscription: a cycle that is OVERDUE is in grace. Contract: Billing. */
export function lifecyclePhase({ status, currentCycle }: Phased): LifecyclePhase {
  if (status === 'PENDING') return 'pending';
  if (!isInService(status)) return 'lapsed';
  return currentCycle?.status === 'OVERDUE' ? 'grace' : 'paid';
}
