import { invoiceOperations } from '../../contract/operations/invoice.ts';
import { readInvoiceAccount } from '../../domain/invoice/account.ts';
import { ageingOf } from '../../domain/invoice/ageing.ts';
import {
  countInvoices,
  getInvoice,
  listAllInvoices,
  listInvoices,
  sumInvoices,
} from '../../domain/invoice/read.ts';
import { listInvoiceEvents } from '../../domain/invoice/timeline.ts';
import { voidCreditNote } from '../../domain/model/invoice/credit-note.ts';
import { readInvoicePdf } from '../../domain/model/invoice/document.ts';
import { read } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

export const invoiceRouter = routerOf(invoiceOperations, {
  list: read(listInvoices),
  get: read(getInvoice),
  pdf: read(readInvoicePdf),
  creditNote: read(voidCreditNote),
  listAll: read(listAllInvoices),
  totals: read(sumInvoices),
  counts: read(countInvoices),
  ageing: read(ageingOf),
  account: read(readInvoiceAccount),
  events: read(listInvoiceEvents),
});
