import type { Tone } from '@/components/theme/colors.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';

type Standing = { status: string; reason: string | null; tone?: Tone };

/** The state of a payment with what there is to say of it: why it failed, what was refunded, what has to be. */
export function standingOf(payment: PaymentSnapshot): Standing {
  const { status, failureReason, refundDue, refundedAmount, amount } = payment;
  if (refundDue) return { status, reason: 'refund due', tone: 'red' };
  if (refundedAmount > 0) {
    return { status, reason: refundedAmount === amount ? 'refunded' : 'refunded in part' };
  }
  return { status, reason: failureReason };
}

/** What is left to refund of a payment, in major units. A gateway gives late money back without being asked. */
export function refundable({ status, rail, refundDue, amount, refundedAmount }: PaymentSnapshot): number {
  const isLate = status === 'EXPIRED' && refundDue && rail !== 'stripe';
  // Both have at most four digits behind the point; their difference in binary may have more.
  return status === 'COMPLETED' || isLate ? Math.round((amount - refundedAmount) * 10_000) / 10_000 : 0;
}

/** What kind of thing a payment is for. */
export function targetName({ installationId, chargeId, invoiceId }: PaymentSnapshot): string {
  if (installationId) return 'Installation fee';
  if (chargeId) return 'Charge';
  return invoiceId ? 'Invoice' : 'First invoice';
}

/** Whether its gateway can be played: it waits, or a late word of it may still come. */
export function isPlayable({ rail, status }: PaymentSnapshot): boolean {
  return rail === 'simulated' && ['PENDING', 'PROCESSING', 'EXPIRED'].includes(status);
}
