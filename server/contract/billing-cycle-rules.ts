import type { billingCycleStatuses, cyclePaymentStatuses } from './enums.ts';

/** Imports no library, so that pages can import it at no cost. */

type Status = (typeof billingCycleStatuses)[number];

/** The statuses of the cycle in which a subscription is in service: paid, or in grace. */
export const runningCycleStatuses = ['ACTIVE', 'OVERDUE'] as const satisfies Status[];

/** The statuses of a cycle that is not over: the running one, and the next one once its renewal is issued. */
export const openCycleStatuses = ['SCHEDULED', ...runningCycleStatuses] as const satisfies Status[];

type PaymentStatus = (typeof cyclePaymentStatuses)[number];

/** Whether a cycle exists and what is due for it is paid. Contract: Billing cycle. */
export function isPaidCycle<C extends { paymentStatus: PaymentStatus }>(
  cycle: C | null | undefined,
): cycle is C & { paymentStatus: 'COMPLETED' } {
  return cycle?.paymentStatus === 'COMPLETED';
}
