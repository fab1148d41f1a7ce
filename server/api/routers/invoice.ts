import { z } from 'zod';
import { eventPage, invoiceEventList } from '../../contract/events.ts';
import {
  invoiceAccount,
  invoiceAgeing,
  invoiceCounts,
  invoiceDocument,
  invoiceFilters,
  invoiceId,
  invoiceList,
  invoiceListAll,
  invoicePage,
  invoiceSnapshot,
  invoiceTotals,
} from '../../contract/invoice.ts';
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
import { readInvoicePdf } from '../../domain/model/invoice/document.ts';
import { read } from '../handlers.ts';
import { procedure, rest, router } from '../trpc.ts';

export const invoiceRouter = router({
  list: procedure('read')
    .meta(rest('GET', '/v1/invoices', 'List invoices'))
    .input(invoiceList)
    .output(invoicePage)
    .query(read(listInvoices)),
  get: procedure('read')
    .meta(rest('GET', '/v1/invoices/{id}', 'Read an invoice'))
    .input(invoiceId)
    .output(invoiceSnapshot)
    .query(read(getInvoice)),
  pdf: procedure('read')
    .meta(
      rest('GET', '/v1/invoices/{id}/pdf', 'Download an invoice', {
        file: 'application/pdf',
        description: 'The PDF, outside the envelope. Failures are in the envelope.',
      }),
    )
    .input(invoiceId)
    .output(invoiceDocument)
    .query(read(readInvoicePdf)),
  /** Portal only, like the three that follow. */
  listAll: procedure('read').input(invoiceListAll).output(invoicePage).query(read(listAllInvoices)),
  /** Portal only. */
  totals: procedure('read').input(invoiceFilters).output(invoiceTotals).query(read(sumInvoices)),
  /** Portal only. */
  counts: procedure('read').input(z.strictObject({})).output(invoiceCounts).query(read(countInvoices)),
  ageing: procedure('read').input(z.strictObject({})).output(invoiceAgeing).query(read(ageingOf)),
  account: procedure('read').input(invoiceId).output(invoiceAccount).query(read(readInvoiceAccount)),
  events: procedure('read').input(invoiceEventList).output(eventPage).query(read(listInvoiceEvents)),
});
