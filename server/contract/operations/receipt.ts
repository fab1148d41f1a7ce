import { refuse } from '../errors.ts';
import { subscriber } from '../examples/customers.ts';
import { receipt } from '../examples/money.ts';
import { portalRead, portalWrite, rest } from '../operation.ts';
import { receiptListAll } from '../portal/receipt.ts';
import { mpesaLine, paystackLine, recordedLine } from '../portal/statement.ts';
import { receiptAssign, receiptId, receiptList, receiptPage, receiptSnapshot } from '../receipt.ts';

export const receiptOperations = {
  list: rest('GET', '/v1/receipts', {
    summary: 'List receipts',
    description:
      'Money that customers sent to a number of yours on their own, the newest first. With `status=UNMATCHED`, those without a known subscriber.',
    sdk: 'receipts.list',
    permission: 'read',
    input: receiptList,
    output: receiptPage,
  }),
  listAll: portalRead({ permission: 'read', input: receiptListAll, output: receiptPage }),
  get: rest('GET', '/v1/receipts/{id}', {
    summary: 'Read a receipt',
    description: 'One receipt.',
    sdk: 'receipts.retrieve',
    permission: 'read',
    input: receiptId,
    output: receiptSnapshot,
  }),
  assign: rest('POST', '/v1/receipts/{id}/assign', {
    summary: 'Assign a receipt',
    description:
      'The money of an `UNMATCHED` receipt becomes a payment on account of the subscriber, which settles what it covers. Where a prompt of the subscriber is paid without its number, and the money fits, the receipt is that payment.',
    sdk: 'receipts.assign',
    permission: 'payments:write',
    input: receiptAssign,
    output: receiptSnapshot,
    errors: ['CONFLICT'],
    refusals: {
      CONFLICT: refuse('CONFLICT', { field: 'id', message: 'The receipt is assigned already.' }),
    },
    request: { subscriberId: subscriber.id },
    answer: receipt,
  }),
  recordMpesa: portalWrite({ permission: 'payments:write', input: mpesaLine, output: recordedLine }),
  recordPaystack: portalWrite({ permission: 'payments:write', input: paystackLine, output: recordedLine }),
};
