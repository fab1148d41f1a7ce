import type { subscriptionStatuses } from './enums.ts';

/** Imports no library, so that pages can import it at no cost. */

type Status = (typeof subscriptionStatuses)[number];

/** The statuses in which a subscription is in service. */
export const inService = ['ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE'] as const satisfies Status[];

/** The statuses in which a payment starts or restores service. */
export const outOfService = ['PENDING', 'INACTIVE'] as const satisfies Status[];

/** The statuses in which a subscription has ended for good. */
export const ended = ['CANCELLED', 'MIGRATED_OUT'] as const satisfies Status[];

/** Whether a subscription with this status is in service, paid or in grace. */
export function isInService(status: Status): boolean {
  return inService.some((each) => each === status);
}

/** Whether a payment starts or restores service in this status. */
export function isOutOfService(status: Status): status is (typeof outOfService)[number] {
  return outOfService.some((each) => each === status);
}

/** Whether a subscription has ended for good: no payment and no request restores it. Contract: Billing. */
export function hasEnded(subscription: Lasting): boolean {
  return subscription.archivedAt !== null || isTerminal(subscription);
}

type Lasting = { status: Status; archivedAt: Date | string | null };

/** Whether a subscription has a terminal status, in which none of its fields can change. Contract: Subscription. */
export function isTerminal({ status }: { status: Status }): boolean {
  return ended.some((each) => each === status);
}

/** Why a request about a subscription is refused. The server has the error of each, and the portal its text. */
export type SubscriptionObstacle =
  | 'ended'
  | 'inService'
  | 'notInService'
  | 'startedExternally'
  | 'firstPaymentDue'
  | 'cancellationPending';

/**
 * Why a subscription cannot be activated; null when it can. Contract: Subscription, Billing.
 * @param isDebtDue whether an amount above 0 is due
 */
export function activationObstacle(
  subscription: Lasting & { isExternal: boolean },
  isDebtDue: boolean,
): SubscriptionObstacle | null {
  const { status, isExternal } = subscription;
  if (hasEnded(subscription)) return 'ended';
  if (isInService(status)) return 'inService';
  if (isExternal && status === 'INACTIVE') return 'startedExternally';
  return status === 'PENDING' && isDebtDue ? 'firstPaymentDue' : null;
}

/** Why the plan of a subscription cannot be removed at that time; null when it can. Contract: Billing. */
export function planRemovalObstacle(
  subscription: Lasting & { cancelAt: Date | string | null },
  when: 'cycle_end' | 'immediately',
): SubscriptionObstacle | null {
  if (hasEnded(subscription)) return 'ended';
  if (!isInService(subscription.status)) return 'notInService';
  return when === 'cycle_end' && isCancellationPending(subscription) ? 'cancellationPending' : null;
}

/** Whether a subscription in service ends for good with its paid period. `cancelAt: null` withdraws it. Contract: Billing. */
export function isCancellationPending(subscription: {
  status: Status;
  cancelAt: Date | string | null;
}): boolean {
  return subscription.cancelAt !== null && isInService(subscription.status);
}

/** Whether only its external system can change the plan of a subscription. Contract: Subscription. */
export function isPlanManagedExternally(subscription: { status: Status; isExternal: boolean }): boolean {
  return subscription.isExternal && isInService(subscription.status);
}

/** Whether a subscription has network credentials: from its first payment until it ends. Contract: RADIUS. */
export function hasNetworkCredentials<T extends Lasting & { radiusUsername: string | null }>(
  subscription: T,
): subscription is T & { radiusUsername: string } {
  return subscription.radiusUsername !== null && !hasEnded(subscription);
}

/** Whether a subscription can move to another system: it was in service. Contract: Billing. */
export function canMigrateOut({ status }: { status: Status }): boolean {
  return isInService(status) || status === 'INACTIVE';
}

/** The fields of a subscription that replace values of its plan, in the order of documents and pages. */
export const overrideFields = ['priceOverride', 'speedOverride', 'durationOverride'] as const;
export type OverrideField = (typeof overrideFields)[number];

/** What each override replaces, as documents and pages name it. */
export const overrideNames: Record<OverrideField, string> = {
  priceOverride: 'price',
  speedOverride: 'speed',
  durationOverride: 'cycle length',
};

type Phased = { status: Status; currentCycle: { status: string } | null };

/** A subscription's phase of life. `INACTIVE` and ended subscriptions have lapsed. */
type LifecyclePhase = 'pending' | 'paid' | 'grace' | 'lapsed';

/** The phase of a subscription: a cycle that is OVERDUE is in grace. Contract: Billing. */
export function lifecyclePhase({ status, currentCycle }: Phased): LifecyclePhase {
  if (status === 'PENDING') return 'pending';
  if (!isInService(status)) return 'lapsed';
  return currentCycle?.status === 'OVERDUE' ? 'grace' : 'paid';
}
