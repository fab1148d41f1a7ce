import { and, eq } from 'drizzle-orm';
import { checkout } from '../../../../drizzle/schema/gateway.ts';
import { realNow } from '../../../clock.ts';
import { toMajor } from '../../../contract/money.ts';
import type { WriteScope } from '../../../db/scope.ts';
import { audit } from '../../../events/audit.ts';
import type { Word } from '../../../rails/rail.ts';
import { look } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import { type PaymentRow, paymentResource } from '../../model/payment/resource.ts';
import { noteReturned, passBackLater } from '../refund/submit-due.ts';
import { isOpen, lockReported, noteLateMoney } from './lock.ts';
import { settlePayment } from './settle.ts';

/** What became of a gateway's word; `unknown` and `mismatch` have no effect and want a person's eye. */
export type Heard = 'done' | 'unknown' | 'mismatch';

type PaymentWord = Extract<Word, { paymentId: string }>;
type Checkout = typeof checkout.$inferSelect;

/**
 * Acts on a gateway's word. What decides is the state of the payment, so the same word may come twice, late, at once
 * with itself or before the word that should have preceded it.
 */
export async function hearGateway(scope: WriteScope, word: Word): Promise<Heard> {
  if (word.says === 'refund failed') return (await noteReturned(scope, word)) ? 'done' : 'unknown';
  if (!(await look(scope, paymentResource, word.paymentId))) return 'unknown';
  const payment = await lockReported(scope, word.paymentId);
  const [page] = await scope.db.select().from(checkout).where(ofPayment(scope, payment));
  if (!page) return 'unknown';
  if ('pageId' in word && page.pageId !== null && page.pageId !== word.pageId) return 'unknown';
  if (word.says === 'paid' || word.says === 'processing') return takeMoney(scope, payment, word);
  if (word.says === 'declined') await noteDecline(scope, payment, page, word.reason);
  if (word.says === 'closed') await giveUp(scope, payment);
  if (word.says === 'failed' && isOpen(payment)) {
    const reason = page.declineReason ?? 'PARTNER_REJECTED';
    await settlePayment(scope, payment, { succeeded: false, reason });
  }
  return 'done';
}

/** Money that is there, or on its way. It has to be exactly what was asked for. */
async function takeMoney(
  scope: WriteScope,
  payment: PaymentRow,
  word: Extract<PaymentWord, { says: 'paid' | 'processing' }>,
): Promise<Heard> {
  const { amount, currency } = payment;
  if (word.amount !== amount || word.currency !== currency) {
    audit(scope, 'payment.mismatch', { type: 'payment', id: payment.id }, mismatch(payment, word));
    return 'mismatch';
  }
  await change(scope, payment, { moneyId: word.moneyId, closedAt: realNow() });
  if (word.says === 'processing') {
    if (payment.status === 'PENDING') await transition(scope, paymentResource, payment, 'process');
  } else if (isOpen(payment)) await settlePayment(scope, payment, { succeeded: true });
  else if (payment.status !== 'COMPLETED' && (await passBackLater(scope, payment))) {
    await noteLateMoney(scope, payment);
  }
  return 'done';
}

function mismatch({ amount, currency }: PaymentRow, word: { amount: number | null; currency: string }) {
  const came = word.amount === null ? null : toMajor(word.amount, word.currency);
  return {
    amount: { before: toMajor(amount, currency), after: came },
    currency: { before: currency, after: word.currency },
  };
}

/** The payer may try again, so nothing has failed yet; should the money fail in the end, this is why. */
async function noteDecline(
  scope: WriteScope,
  payment: PaymentRow,
  page: Checkout,
  reason: NonNullable<Checkout['declineReason']>,
): Promise<void> {
  if (!isOpen(payment) || page.declineReason === reason) return;
  await change(scope, payment, { declineReason: reason });
  audit(
    scope,
    'payment.decline',
    { type: 'payment', id: payment.id },
    { declineReason: { before: page.declineReason, after: reason } },
  );
}

/** The only page a payment has is closed unpaid: nothing can come of it any more. */
async function giveUp(scope: WriteScope, payment: PaymentRow): Promise<void> {
  await change(scope, payment, { closedAt: realNow() });
  if (payment.status === 'PENDING') await transition(scope, paymentResource, payment, 'expire');
}

async function change(scope: WriteScope, payment: PaymentRow, patch: Partial<Checkout>): Promise<void> {
  await scope.db
    .update(checkout)
    .set({ ...patch, updatedAt: scope.now })
    .where(ofPayment(scope, payment));
}

function ofPayment(scope: WriteScope, { id }: PaymentRow) {
  return and(eq(checkout.providerId, scope.providerId), eq(checkout.paymentId, id));
}
