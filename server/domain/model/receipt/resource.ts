import { receipt } from '../../../../drizzle/schema/receipt.ts';
import { receiptSnapshot } from '../../../contract/receipt.ts';
import { defineResource, type Row } from '../../../state/resource.ts';
import { receiptMachine } from './machine.ts';

export const receiptResource = defineResource({
  name: 'receipt',
  object: null,
  table: receipt,
  snapshot: receiptSnapshot,
  machine: receiptMachine,
});

/** What a receipt of an erased subscriber does not have: the number and the name of the payer, and the text that was entered. */
export const NO_PAYER = { payer: null, payerName: null, accountNumber: null };

export type ReceiptRow = Row<typeof receiptResource>;
