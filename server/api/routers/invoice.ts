import {
  invoiceDocument,
  invoiceId,
  invoiceList,
  invoicePage,
  invoiceSnapshot,
} from '../../contract/invoice.ts';
import { readInvoicePdf } from '../../domain/invoice/document.ts';
import { getInvoice, listInvoices } from '../../domain/invoice/read.ts';
import { procedure, rest, router } from '../trpc.ts';
import { read } from '../work.ts';

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
        description: 'The document itself, outside the envelope. Failures are in it, as everywhere.',
      }),
    )
    .input(invoiceId)
    .output(invoiceDocument)
    .query(read(readInvoicePdf)),
});
