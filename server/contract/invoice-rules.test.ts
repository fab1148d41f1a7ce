import { expect, test } from 'vitest';
import { invoiceStatuses } from './enums.ts';
import { isOpenInvoice } from './invoice-rules.ts';

test('only an open invoice can be paid or become void', () => {
  expect(invoiceStatuses.filter((status) => isOpenInvoice({ status }))).toEqual(['OPEN']);
});
