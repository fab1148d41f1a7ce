import { invalid, refuse } from '../errors.ts';
import { portalRead, rest } from '../operation.ts';
import { pdfDocument } from '../pdf-document.ts';
import { refundFilters, refundListAll, refundTotals } from '../portal/refund.ts';
import { refundCreate, refundId, refundList, refundPage, refundSnapshot } from '../refund.ts';

export const refundOperations = {
  list: rest('GET', '/v1/refunds', {
    summary: 'List refunds',
    description: 'All refunds, the newest first.',
    sdk: 'refunds.list',
    permission: 'read',
    input: refundList,
    output: refundPage,
  }),
  listAll: portalRead({ permission: 'read', input: refundListAll, output: refundPage }),
  totals: portalRead({ permission: 'revenue:read', input: refundFilters, output: refundTotals }),
  get: rest('GET', '/v1/refunds/{id}', {
    summary: 'Read a refund',
    description: 'One refund.',
    sdk: 'refunds.retrieve',
    permission: 'read',
    input: refundId,
    output: refundSnapshot,
  }),
  creditNote: portalRead({ permission: 'read', input: refundId, output: pdfDocument }),
  create: rest('POST', '/v1/payments/{id}/refunds', {
    summary: 'Refund a payment',
    description:
      'Returns the payment or a part of it. The sum of the refunds of a payment is at most its amount.',
    sdk: 'payments.refund',
    permission: 'payments:write',
    input: refundCreate,
    output: refundSnapshot,
    status: 201,
    tag: 'refunds',
    errors: ['CONFLICT'],
    refusals: {
      CONFLICT: refuse('CONFLICT', { field: 'id', message: 'Only a completed payment can be refunded.' }),
      MORE_THAN_IS_LEFT: invalid([
        {
          field: 'amount',
          code: 'OUT_OF_RANGE',
          message: 'USD\u00a019.99 of this payment is left to refund.',
        },
      ]),
    },
    request: { amount: 10, reason: 'SERVICE_FAULT', note: 'Two days without service in March' },
  }),
};
