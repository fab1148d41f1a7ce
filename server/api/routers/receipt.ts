import { receiptOperations } from '../../contract/operations/receipt.ts';
import { assignReceipt } from '../../domain/receipt/assign.ts';
import { getReceipt, listReceipts } from '../../domain/receipt/read.ts';
import { recordMpesaLine, recordPaystackLine } from '../../domain/receipt/record-line.ts';
import { ofJobs, read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

export const receiptRouter = routerOf(receiptOperations, {
  list: read(listReceipts),
  listAll: read(listReceipts),
  get: read(getReceipt),
  assign: write(assignReceipt),
  recordMpesa: ofJobs(write(recordMpesaLine)),
  recordPaystack: ofJobs(write(recordPaystackLine)),
});
