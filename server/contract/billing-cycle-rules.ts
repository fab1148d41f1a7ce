import type { billingCycleStatuses, cyclePaymentStatuses } from './enums.ts';

/** Imports no library, so that pages can import it at no cost. */

type Status = (typeof billingCycleStatuses)[number];

/** The statuses of the cycle in which a subscription is in service: paid, or in grace. */
export const runningCycleStatuses = ['ACTIVE', 'OVERDUE'] as const satisfies Status[];

/** The statuses of a cycle that is not over: the running one, and the next one once its renewal is issued. */
export const openCycleStatuses = ['SCHEDULED', ...runningCycleStatuses] as const satisfies Status[];

/** The days after the end of a cycle up to which its grace can be extended. Contract: Billing. */
export const MAX_EXTENDED_GRACE_DAYS = 30;

type PaymentStatus = (typeof cyclePaymentStatuses)[number];

/** Whether a cycle exists and what is due for it is paid. Contract: Billing cycle. */
export function isPaidCycle<C extends { paymentStatus: PaymentStatus }>(
  cycle: C | null | undefined,
): cycle is C & { paymentStatus: 'COMPLETED' } {
  return cycle?.paymentStatus === 'COMPLETED';
}
