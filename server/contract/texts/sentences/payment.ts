import type { PaymentSnapshot } from '../../payment.ts';
import { type Sentence, say, together } from '../../sentence.ts';
import type { Names } from '../describe-change.ts';
import { failureTexts, lowered } from '../reason-texts.ts';
import { type EventSentences, nameOf, sumOf } from './facts.ts';

export const paymentSentences: EventSentences<'payment'> = {
  'payment.received': {
    staff: ({ current, names }) =>
      withRefundDue(
        current,
        say`${nameOf(names, current.subscriberId, 'The subscriber')} pays ${sumOf(current)}${purposeOf(current, names)}.`,
      ),
    subscriber: ({ current, names }) =>
      withRefundDue(
        current,
        say`We have received your payment of ${sumOf(current)}${purposeOf(current, names)}.`,
      ),
  },
  'payment.failed': ({ current, names }) =>
    say`Payment ${current.reference} of ${sumOf(current)}${purposeOf(current, names)} fails${
      current.failureReason ? `: ${failureTexts[current.failureReason]}` : ''
    }.`,
  'payment.expired': ({ current, names }) =>
    say`Payment ${current.reference} of ${sumOf(current)}${purposeOf(current, names)} expires.`,
};

export const refundSentences: EventSentences<'refund'> = {
  'refund.issued': ({ current, names }) =>
    say`${sumOf(current)} is refunded to ${nameOf(names, current.subscriberId, 'the subscriber')}: ${lowered(current.reason)}.`,
};

function withRefundDue({ refundDue }: PaymentSnapshot, received: Sentence): Sentence {
  return refundDue
    ? together([received, say`The amount was no longer due and is to be refunded.`])
    : received;
}

/** ` for invoice INV-000042`, where the name of what is paid for is known. */
function purposeOf({ invoiceId, chargeId, creditedAmount }: PaymentSnapshot, names: Names): string {
  if (creditedAmount > 0) return ' on account';
  const invoice = invoiceId && names[invoiceId];
  const charge = chargeId && names[chargeId];
  return invoice ? ` for invoice ${invoice}` : charge ? ` for ${charge}` : '';
}
