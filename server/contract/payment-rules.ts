import type { paymentStatuses } from './enums.ts';

/** Imports no library, so that pages can import it at no cost. */

type Status = (typeof paymentStatuses)[number];

/** Whether money arrived after its payment had expired and is not refunded yet. Contract: Refund. */
export function isLatePayment({ status, refundDue }: { status: Status; refundDue: boolean }): boolean {
  return status === 'EXPIRED' && refundDue;
}

/** Whether a payment has money that a refund can return. Contract: Refund. */
export function isRefundable(payment: { status: Status; refundDue: boolean }): boolean {
  return payment.status === 'COMPLETED' || isLatePayment(payment);
}
