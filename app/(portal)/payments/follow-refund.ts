import { formatMoney } from '@/components/format/format-money.ts';
import type { ChargeSnapshot } from '@/server/contract/charge.ts';
import type { InvoiceSnapshot } from '@/server/contract/invoice.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';

export type RefundKnown = {
  payment: PaymentSnapshot;
  /** What it paid, as far as that is known yet. */
  invoice: InvoiceSnapshot | null;
  charge: ChargeSnapshot | null;
};

/**
 * What refunding an amount leads to.
 * @param amount in major units; what is left of the payment is `left`
 */
export function followsRefund(
  { payment, invoice, charge }: RefundKnown,
  amount: number,
  left: number,
): string[] {
  const { currency, rail } = payment;
  const money = (sum: number) => formatMoney(rounded(sum), currency);
  const isRest = amount >= left;
  const isLate = payment.status === 'EXPIRED';
  return [
    isRest
      ? `${money(amount)} goes back, all that is left of the payment.`
      : `${money(amount)} goes back; ${money(left - amount)} of the payment is left.`,
    ...(isLate ? ['It paid for nothing, so invoices, charges and service stay as they are.'] : []),
    ...(invoice && !isLate
      ? [
          `Invoice ${invoice.number}: paid ${money(invoice.amountPaid - amount)} instead of ${money(invoice.amountPaid)}, refunded ${money(invoice.amountRefunded + amount)}. It stays ${invoice.status}; nothing is asked for anew.`,
          'The subscription and its cycle go on as they are.',
        ]
      : []),
    ...(charge && !isLate
      ? [
          charge.status !== 'PAID'
            ? `The charge stays ${charge.status}.`
            : isRest
              ? 'The charge becomes REFUNDED.'
              : 'The charge stays PAID.',
        ]
      : []),
    ...(payment.refundDue && isRest ? ['No refund is due any more.'] : []),
    rail === 'stripe'
      ? 'It is passed on to the gateway by itself.'
      : rail === 'manual'
        ? 'Hand the money back yourself: cash or a transfer is recorded, not sent.'
        : 'The simulated gateway moves no money.',
    'Event: refund.issued.',
  ];
}

/** Sums of amounts with at most four digits behind the point; binary fractions may have more. */
function rounded(amount: number): number {
  return Math.round(amount * 10_000) / 10_000;
}
