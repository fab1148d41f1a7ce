import type { paymentStatuses } from './enums.ts';

/** Imports no library, so that pages can import it at no cost. */

type Status = (typeof paymentStatuses)[number];

/** The statuses in which a gateway event can still settle a payment. */
export const openPaymentStatuses = ['PENDING', 'PROCESSING'] as const satisfies Status[];

/** Whether a gateway event can still settle a payment. Contract: Payment. */
export function isOpenPayment({ status }: { status: Status }): boolean {
  return openPaymentStatuses.some((each) => each === status);
}

/** The days that what a payment pays for waits for its money. Contract: Money in transit. */
export const TRANSIT_DAYS = 14;

/** Whether the payer can open the hosted page of a payment. Contract: Payment. */
export function hasOpenCheckout<P extends { status: Status; checkoutUrl: string | null }>(
  payment: P,
): payment is P & { checkoutUrl: string } {
  return payment.status === 'PENDING' && payment.checkoutUrl !== null;
}

/** Whether an outcome of a payment can be simulated: it is open, or late money may still arrive. Contract: Payment. */
export function isSimulatable(payment: { status: Status; rail: string }): boolean {
  return payment.rail === 'simulated' && (isOpenPayment(payment) || payment.status === 'EXPIRED');
}

/** Whether money arrived after its payment had expired or failed and is not refunded yet. Contract: Refund. */
export function isLatePayment({ status, refundDue }: { status: Status; refundDue: boolean }): boolean {
  return (status === 'EXPIRED' || status === 'FAILED') && refundDue;
}

/** Whether a payment has money that a refund can return. Contract: Refund. */
export function isRefundable(payment: {
  status: Status;
  refundDue: boolean;
  creditedAmount: number;
}): boolean {
  return payment.status === 'COMPLETED' || isLatePayment(payment) || payment.creditedAmount > 0;
}
