import type { Tone } from '@/components/theme/colors.ts';
import { subtractMajor } from '@/server/contract/major-units.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import { isLatePayment, isRefundable } from '@/server/contract/payment-rules.ts';

type Badge = { status: string; reason: string | null; tone?: Tone };

/** The state of a payment with what there is to say of it: why it failed, what was refunded, what has to be. */
export function badgeOf(payment: PaymentSnapshot): Badge {
  const { status, failureReason, refundDue, refundedAmount, amount } = payment;
  if (refundDue) return { status, reason: 'refund due', tone: 'red' };
  if (refundedAmount > 0) {
    return { status, reason: refundedAmount === amount ? 'refunded' : 'refunded in part' };
  }
  return { status, reason: failureReason };
}

/** What is left to refund of a payment, in major units. Stripe gets the refund of late money by itself. */
export function refundable(payment: PaymentSnapshot): number {
  const { rail, amount, refundedAmount } = payment;
  const isReturnedByGateway = isLatePayment(payment) && rail === 'stripe';
  return isRefundable(payment) && !isReturnedByGateway ? subtractMajor(amount, refundedAmount) : 0;
}

/** What kind of thing a payment is for. */
export function targetName({ installationId, chargeId, invoiceId }: PaymentSnapshot): string {
  if (installationId) return 'Installation fee';
  if (chargeId) return 'Charge';
  return invoiceId ? 'Invoice' : 'First invoice';
}

/** Whether its gateway can be played: it waits, or a late word of it may still come. */
export function canSimulate({ rail, status }: PaymentSnapshot): boolean {
  return rail === 'simulated' && ['PENDING', 'PROCESSING', 'EXPIRED'].includes(status);
}

/** How the money of a refund gets back, by rail. */
export const refundWays: Record<PaymentSnapshot['rail'], string> = {
  manual: 'Return the money yourself: Demarc records cash and transfers, it does not send them.',
  simulated: 'The simulated gateway moves no money.',
  stripe: 'Stripe gets the refund by itself.',
};
