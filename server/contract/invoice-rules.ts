import type { invoiceStatuses } from './enums.ts';

/** Imports no library, so that pages can import it at no cost. */

type Status = (typeof invoiceStatuses)[number];

/** The statuses in which an invoice can be paid or become void. */
export const openInvoiceStatuses = ['OPEN'] as const satisfies Status[];

/** Whether an invoice can be paid or become void. Contract: Invoice. */
export function isOpenInvoice({ status }: { status: Status }): boolean {
  return openInvoiceStatuses.some((each) => each === status);
}
