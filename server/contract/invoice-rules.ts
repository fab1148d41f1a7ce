import type { invoiceStatuses } from './enums.ts';
import { addMajor } from './major-units.ts';

/** Imports no library, so that pages can import it at no cost. */

type Status = (typeof invoiceStatuses)[number];

/** The statuses in which an invoice can be paid or become void. */
export const openInvoiceStatuses = ['OPEN'] as const satisfies Status[];

/** The form of a number: `INV-000042`. Larger ones have more digits. */
export const invoiceNumbers = { prefix: 'INV-', digits: 6 } as const;

/** The number of the nth invoice of a provider. Contract: Invoice. */
export function invoiceNumber(nth: number | string): string {
  return invoiceNumbers.prefix + String(nth).padStart(invoiceNumbers.digits, '0');
}

/** Whether an invoice can be paid or become void. Contract: Invoice. */
export function isOpenInvoice({ status }: { status: Status }): boolean {
  return openInvoiceStatuses.some((each) => each === status);
}

/** The money received for an invoice, in major units. `amountPaid` is what refunds left of it. Contract: Invoice. */
export function amountReceived(invoice: { amountPaid: number; amountRefunded: number }): number {
  return addMajor(invoice.amountPaid, invoice.amountRefunded);
}

/** Whether a refund of a payment has a credit note: the payment has paid an invoice that is not void. Contract: Credit notes. */
export function hasCreditNote(payment: { status: string }, invoiceStatus: Status | null): boolean {
  return payment.status === 'COMPLETED' && invoiceStatus !== null && invoiceStatus !== 'VOID';
}
