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

export type ReceiptRow = Row<typeof receiptResource>;
