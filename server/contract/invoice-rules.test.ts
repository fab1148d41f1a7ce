import { expect, test } from 'vitest';
import { invoiceStatuses } from './enums.ts';
import { hasCreditNote, isOpenInvoice } from './invoice-rules.ts';

test('only an open invoice can be paid or become void', () => {
  expect(invoiceStatuses.filter((status) => isOpenInvoice({ status }))).toEqual(['OPEN']);
});

test('a refund has a credit note only if its payment has paid an invoice that is not void', () => {
  const paid = { status: 'COMPLETED' };
  expect(invoiceStatuses.filter((status) => hasCreditNote(paid, status))).toEqual(['OPEN', 'PAID']);
  expect(hasCreditNote(paid, null)).toBe(false);
  expect(hasCreditNote({ status: 'EXPIRED' }, 'PAID')).toBe(false);
});
