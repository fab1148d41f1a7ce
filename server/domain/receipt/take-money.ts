import type { PromptGateway } from '../../rails/rail.ts';
import type { WriteScope } from '../../work/scope.ts';
import { confirmPromptMoney } from '../payment/confirm-money.ts';
import { type Received, recordReceipt } from './record.ts';

/**
 * Applies money on a number of an account, from the gateway's confirmation or its statement: money of a prompt completes the
 * payment, other money is a receipt. Contract: Receipts.
 * @returns the id of the payment or the receipt; null for a receipt that is stored already
 */
export async function takeMoney(
  scope: WriteScope,
  received: Received & { payer: string },
  gateway: Pick<PromptGateway, 'mayBePayer'>,
): Promise<string | null> {
  const paymentId = await confirmPromptMoney(scope, received.accountId, received, gateway);
  if (paymentId !== null) return paymentId;
  return (await recordReceipt(scope, { ...received, payer: received.payer || null }))?.id ?? null;
}
