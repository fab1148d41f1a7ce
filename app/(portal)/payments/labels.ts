import type { Tone } from '@/components/theme/colors.ts';
import { subtractMajor } from '@/server/contract/major-units.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import { isRefundable } from '@/server/contract/payment-rules.ts';
import { failureNames } from '@/server/contract/texts/reason-texts.ts';

type Badge = { status: string; reason: string | null; tone?: Tone };

/** The status of a payment with its reason: why it failed, what was refunded or is disputed, what has to be refunded. */
export function badgeOf(payment: PaymentSnapshot): Badge {
  const { status, failureReason, refundDue, refundedAmount, creditedAmount, amount, dispute } = payment;
  if (refundDue) return { status, reason: 'refund due', tone: 'red' };
  if (dispute?.status === 'OPEN') return { status, reason: 'disputed', tone: 'red' };
  if (status === 'EXPIRED' && creditedAmount > 0 && refundedAmount === 0)
    return { status, reason: 'kept as credit' };
  if (refundedAmount > 0) {
    return { status, reason: refundedAmount === amount ? 'refunded' : 'refunded in part' };
  }
  return { status, reason: failureReason && failureNames[failureReason] };
}

/** The amount that is left to refund, in major units. */
export function refundable(payment: PaymentSnapshot): number {
  return isRefundable(payment) ? subtractMajor(payment.amount, payment.refundedAmount) : 0;
}

/** The kind of resource that a payment is for. */
export function targetName({ installationId, chargeId, invoiceId, subscriptionId }: PaymentSnapshot): string {
  if (installationId) return 'Installation fee';
  if (chargeId) return 'Charge';
  if (invoiceId) return 'Invoice';
  return subscriptionId ? 'First invoice' : 'On account';
}

/** How a refund is paid out, by rail. */
export const refundWays: Record<PaymentSnapshot['rail'], string> = {
  manual: 'Return the money yourself: Demarc records cash and transfers, it does not send them.',
  simulated: 'The simulated gateway moves no money.',
  mpesa:
    'M-Pesa reverses the payment where the account has an initiator for reversals. Otherwise return the money yourself.',
  paystack: 'Paystack returns the money. No other step is needed.',
  stripe: 'Stripe returns the money to the card. No other step is needed.',
};
