import type { z } from 'zod';
import { invalidValue, refuse } from '../../contract/errors.ts';
import type { ReceiptSnapshot, receiptAssign } from '../../contract/receipt.ts';
import { findForUpdate, findOrNull, presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { isReferenceTaken } from '../model/payment/reference.ts';
import { receiptResource } from '../model/receipt/resource.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { newReference } from '../payment/create.ts';
import { matchReceipt } from './record.ts';

/**
 * Assigns an UNMATCHED receipt: its money becomes a payment on account of the subscriber. Contract: Receipts.
 * @throws NOT_FOUND; CONFLICT when it is assigned; VALIDATION_FAILED for an unknown subscriber
 */
export async function assignReceipt(
  scope: WriteScope,
  { id, subscriberId }: z.output<typeof receiptAssign>,
): Promise<ReceiptSnapshot> {
  const row = await findForUpdate(scope, receiptResource, id);
  if (row.status !== 'UNMATCHED') {
    throw refuse('CONFLICT', { field: 'id', message: 'The receipt is assigned already.' });
  }
  if (!(await findOrNull(scope, subscriberResource, subscriberId))) {
    throw invalidValue('subscriberId', 'There is no such subscriber.');
  }
  const isTaken = await isReferenceTaken(scope, row.transactionId);
  const reference = isTaken ? newReference() : row.transactionId;
  const after = await matchReceipt(scope, row, { subscriberId, move: 'assign', reference });
  return presentOne(scope, receiptResource, after);
}
