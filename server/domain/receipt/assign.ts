import type { z } from 'zod';
import { invalidValue, refuse } from '../../contract/errors.ts';
import type { ReceiptSnapshot, receiptAssign } from '../../contract/receipt.ts';
import { find, findForUpdate, findOrNull, presentOne } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { holdersOf, lockNumber } from '../model/payment/number.ts';
import { type ReceiptRow, receiptResource } from '../model/receipt/resource.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { lockPromptOf } from '../payment/confirm-money.ts';
import { newReference } from '../payment/create.ts';
import { PAID } from '../payment/prompt-of-payer.ts';
import { takePromptMoney } from '../payment/prompt-outcome.ts';
import { matchReceipt } from './record.ts';

/**
 * Assigns an UNMATCHED receipt: its money becomes a payment on account of the subscriber, or that of a prompt whose payment counts it
 * already. Contract: Receipts.
 * @throws NOT_FOUND; CONFLICT when it is assigned; VALIDATION_FAILED for an unknown subscriber
 */
export async function assignReceipt(
  scope: WriteScope,
  { id, subscriberId }: z.output<typeof receiptAssign>,
): Promise<ReceiptSnapshot> {
  const seen = requireUnmatched(await find(scope, receiptResource, id));
  if (!(await findOrNull(scope, subscriberResource, subscriberId))) {
    throw invalidValue('subscriberId', 'There is no such subscriber.');
  }
  // Reports lock a prompt before the number of its money, and that before its receipt.
  const prompt = await lockPromptOf(scope, seen, subscriberId);
  await lockNumber(scope, seen.transactionId);
  const row = requireUnmatched(await findForUpdate(scope, receiptResource, id));
  if (prompt) {
    await takePromptMoney(scope, prompt, { amount: row.amount, transactionId: row.transactionId }, PAID);
    const taken = await find(scope, receiptResource, id);
    if (taken.status === 'MATCHED') return presentOne(scope, receiptResource, taken);
  }
  const holders = await holdersOf(scope, row.transactionId);
  const isTaken = holders.some(({ by }) => by === 'hand' || by === 'reference');
  const reference = isTaken ? newReference() : row.transactionId;
  const after = await matchReceipt(scope, row, { subscriberId, move: 'assign', reference });
  return presentOne(scope, receiptResource, after);
}

/** @throws CONFLICT for a receipt that is assigned already */
function requireUnmatched(row: ReceiptRow): ReceiptRow {
  if (row.status === 'UNMATCHED') return row;
  throw refuse('CONFLICT', { field: 'id', message: 'The receipt is assigned already.' });
}
