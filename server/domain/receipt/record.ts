import { receipt } from '../../../drizzle/schema/receipt.ts';
import type { GatewayName } from '../../contract/enums.ts';
import { toMajor } from '../../contract/money.ts';
import { isErased } from '../../contract/subscriber-rules.ts';
import type { Confirmation } from '../../rails/rail.ts';
import { find } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import { updateRows } from '../../state/write-rows.ts';
import { audit } from '../../work/audit.ts';
import { newId } from '../../work/ids.ts';
import type { WriteScope } from '../../work/scope.ts';
import { receiveOnAccount } from '../lifecycle/payment/receive-on-account.ts';
import { holdersOf } from '../model/payment/number.ts';
import { NO_PAYER, type ReceiptRow, receiptResource } from '../model/receipt/resource.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { findSubscriberOf } from './find-subscriber.ts';

/** Money that arrived at an account of a gateway without a request. */
export type Received = Omit<Confirmation, 'shortCode' | 'payer'> & {
  rail: GatewayName;
  accountId: string;
  /** The payer's number as the gateway shows it. */
  payer: string | null;
};

/**
 * Stores money without a request, once for each transaction id of the account. Where it names one subscriber it is a COMPLETED
 * payment on account; else the receipt waits for staff. Contract: Receipts.
 * @param findSubscriber finds the one that the money names
 * @returns null for money that is stored already
 */
export async function recordReceipt(
  scope: WriteScope,
  received: Received,
  findSubscriber: (scope: WriteScope, received: Received) => Promise<string | null> = findSubscriberOf,
): Promise<ReceiptRow | null> {
  const { phone, ...stored } = received;
  const holders = await holdersOf(scope, received.transactionId);
  // The unique index decides between concurrent reports: the later ones wait for the first, and then write nothing.
  const [made] = await scope.db
    .insert(receipt)
    .values({
      ...stored,
      id: newId('receipt', scope.now),
      providerId: scope.providerId,
      status: 'UNMATCHED',
      createdAt: scope.now,
      updatedAt: scope.now,
    })
    .onConflictDoNothing({ target: [receipt.providerId, receipt.accountId, receipt.transactionId] })
    .returning();
  if (!made) return null;
  audit(scope, 'receipt.create', { type: 'receipt', id: made.id }, () => ({
    transactionId: { before: null, after: made.transactionId },
    amount: { before: null, after: toMajor(made.amount, made.currency) },
    currency: { before: null, after: made.currency },
    accountNumber: { before: null, after: made.accountNumber },
  }));
  // A payment with this number was recorded by hand, perhaps for the same money: staff decide.
  if (holders.some(({ by }) => by !== 'receipt')) return made;
  const subscriberId = await findSubscriber(scope, received);
  if (subscriberId === null) return made;
  return matchReceipt(scope, made, { subscriberId, move: 'match', reference: made.transactionId });
}

/** Makes an UNMATCHED receipt a payment on account of a subscriber. Of an erased one it stores no payer, as the erasure leaves none. */
export async function matchReceipt(
  scope: WriteScope,
  row: ReceiptRow,
  { subscriberId, move, reference }: { subscriberId: string; move: 'match' | 'assign'; reference: string },
): Promise<ReceiptRow> {
  const { rail, amount, currency, accountId, transactionId } = row;
  const paid = await receiveOnAccount(scope, {
    subscriberId,
    rail: rail as GatewayName,
    amount,
    currency,
    reference,
    gateway: { accountId, paymentId: transactionId },
  });
  const subscriber = await find(scope, subscriberResource, subscriberId);
  const patch = { subscriberId, paymentId: paid.id };
  if (!isErased(subscriber)) return transition(scope, receiptResource, row, move, patch);
  // Before the move, whose audit entry has all that it changes.
  await updateRows(scope, receiptResource, [{ id: row.id, ...NO_PAYER }]);
  return transition(scope, receiptResource, { ...row, ...NO_PAYER }, move, patch);
}
