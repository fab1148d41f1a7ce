import { refundOperations } from '../../contract/operations/refund.ts';
import { refundCreditNote } from '../../domain/model/invoice/credit-note.ts';
import { createRefund } from '../../domain/refund/create.ts';
import { getRefund, listRefunds, sumRefunds } from '../../domain/refund/read.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

export const refundRouter = routerOf(refundOperations, {
  list: read(listRefunds),
  listAll: read(listRefunds),
  totals: read(sumRefunds),
  get: read(getRefund),
  creditNote: read(refundCreditNote),
  create: write(createRefund),
});
