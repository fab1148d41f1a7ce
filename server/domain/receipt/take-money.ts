import type { WriteScope } from '../../work/scope.ts';
import { confirmPromptMoney } from '../payment/confirm-money.ts';
import { type Received, recordReceipt } from './record.ts';

/**
 * Applies money that was paid to the paybill or till of an account, as the gateway confirms it or its statement lists it. Money of a
 * prompt completes its payment; other money is a receipt. Contract: Receipts.
 * @returns the id of the payment or the receipt; null for a receipt that is stored already
 */
export async function takeMoney(
  scope: WriteScope,
  received: Received & { payer: string },
): Promise<string | null> {
  const paymentId = await confirmPromptMoney(scope, received.accountId, received);
  if (paymentId !== null) return paymentId;
  return (await recordReceipt(scope, { ...received, payer: received.payer || null }))?.id ?? null;
}
