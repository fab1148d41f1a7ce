import type { InvoiceSnapshot } from '../../invoice.ts';
import { day, money, type Sentence, say } from '../../sentence.ts';

/** The issue of an invoice, whatever became of it. */
export function describeIssue({
  number,
  total,
  currency,
  dueAt,
}: Pick<InvoiceSnapshot, 'number' | 'total' | 'currency' | 'dueAt'>): Sentence {
  return say`Invoice ${number} for ${money(total, currency)} is issued, due on ${day(dueAt)}.`;
}

/** An invoice as a sentence. Invoices have no events; dry runs and emails show what is issued, paid and voided. */
export function describeInvoice(invoice: InvoiceSnapshot): Sentence {
  const { number, status, total, amountDue, amountPaid, amountRefunded, currency, dueAt } = invoice;
  if (status === 'VOID')
    return say`Invoice ${number} for ${money(total, currency)} is void and no longer due.`;
  if (amountRefunded > 0) {
    return say`Invoice ${number}: ${money(amountPaid, currency)} paid, ${money(amountRefunded, currency)} refunded.`;
  }
  if (status === 'PAID') return say`Invoice ${number} for ${money(total, currency)} is paid.`;
  return say`Invoice ${number} for ${money(amountDue, currency)} is due on ${day(dueAt)}.`;
}
