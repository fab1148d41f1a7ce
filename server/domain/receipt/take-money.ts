import type { WriteScope } from '../../work/scope.ts';
import { confirmPromptMoney } from '../payment/confirm-money.ts';
import { findSubscriberOf } from './find-subscriber.ts';
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
  const ofPrompt = await confirmPromptMoney(scope, received.accountId, received);
  if (ofPrompt !== null && ofPrompt !== 'several') return ofPrompt.paymentId;
  // The payer of one of several prompts may be another person than the subscriber with the payer's number.
  const findSubscriber = ofPrompt === null ? findSubscriberOf : noSubscriber;
  return (
    (await recordReceipt(scope, { ...received, payer: received.payer || null }, findSubscriber))?.id ?? null
  );
}

async function noSubscriber(): Promise<null> {
  return null;
}
