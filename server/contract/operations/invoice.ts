import { eventPage } from '../events.ts';
import { invoiceId, invoiceList, invoicePage, invoiceSnapshot } from '../invoice.ts';
import { portalRead, rest } from '../operation.ts';
import { pdfDocument } from '../pdf-document.ts';
import { invoiceEventList } from '../portal/events.ts';
import {
  invoiceAccount,
  invoiceAgeing,
  invoiceCounts,
  invoiceFilters,
  invoiceListAll,
  invoiceTotals,
} from '../portal/invoice.ts';
import { nothing } from '../primitives.ts';

export const invoiceOperations = {
  list: rest('GET', '/v1/invoices', {
    summary: 'List invoices',
    description: 'All invoices, the newest first.',
    sdk: 'invoices.list',
    permission: 'read',
    input: invoiceList,
    output: invoicePage,
  }),
  get: rest('GET', '/v1/invoices/{id}', {
    summary: 'Read an invoice',
    description: 'One invoice with its lines.',
    sdk: 'invoices.retrieve',
    permission: 'read',
    input: invoiceId,
    output: invoiceSnapshot,
  }),
  creditNote: portalRead({ permission: 'read', input: invoiceId, output: pdfDocument }),
  pdf: rest('GET', '/v1/invoices/{id}/pdf', {
    summary: 'Download an invoice',
    description: 'The PDF, outside the envelope. Failures are in the envelope.',
    sdk: 'invoices.pdf',
    permission: 'read',
    input: invoiceId,
    output: pdfDocument,
    file: 'application/pdf',
  }),
  listAll: portalRead({ permission: 'read', input: invoiceListAll, output: invoicePage }),
  totals: portalRead({ permission: 'revenue:read', input: invoiceFilters, output: invoiceTotals }),
  counts: portalRead({ permission: 'read', input: nothing, output: invoiceCounts }),
  ageing: portalRead({ permission: 'read', input: nothing, output: invoiceAgeing }),
  account: portalRead({ permission: 'read', input: invoiceId, output: invoiceAccount }),
  events: portalRead({ permission: 'read', input: invoiceEventList, output: eventPage }),
};
