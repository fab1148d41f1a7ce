import { and, desc, eq } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { refuse } from '../../contract/errors.ts';
import type { DocumentSend, MessageSnapshot } from '../../contract/message.ts';
import { find, presentOne } from '../../state/resource.ts';
import { audit } from '../../work/audit.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { invoiceEmail } from '../lifecycle/invoicing/issue.ts';
import { refundEmail } from '../lifecycle/payment/issue-refund.ts';
import { receiptEmail } from '../lifecycle/payment/settle.ts';
import { recipientOn, requireFewByHand } from '../messaging/email/by-hand.ts';
import { enqueueEmails, type FactDraft } from '../messaging/email/enqueue.ts';
import { requireWanted } from '../messaging/email/wanted.ts';
import { emailResource } from '../model/email/resource.ts';
import { type InvoiceRow, invoiceResource } from '../model/invoice/resource.ts';
import { type PaymentRow, paymentResource } from '../model/payment/resource.ts';
import { refundResource } from '../model/refund/resource.ts';
import { requireNotErased } from '../model/subscriber/erased.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';

/**
 * Sends an invoice by hand, as it is now: an open one as an invoice, a paid one as the receipt of its payment, and a void one as its credit
 * note. An email has the PDF. Contract: Messages.
 * @throws NOT_FOUND; IMMUTABLE for an erased subscriber; PRECONDITION for a channel that the subscriber does not want;
 *   RATE_LIMITED for too many within a day
 */
export async function sendInvoice(
  scope: WriteScope,
  { id, channel }: DocumentSend,
): Promise<MessageSnapshot> {
  return send(scope, await draftOf(scope, await find(scope, invoiceResource, id)), channel);
}

async function draftOf(scope: Scope, row: InvoiceRow): Promise<FactDraft> {
  if (row.status === 'OPEN') return invoiceEmail(row);
  if (row.status === 'VOID') {
    const { id, subscriberId, total: amount, currency, updatedAt } = row;
    const facts = { amount, currency, invoiceId: id, at: updatedAt.toISOString() };
    return { kind: 'CREDIT_NOTE', factId: id, subscriberId, facts };
  }
  const [paid] = await scope.db
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.providerId, scope.providerId),
        eq(payment.invoiceId, row.id),
        eq(payment.status, 'COMPLETED'),
      ),
    )
    .orderBy(desc(payment.completedAt), desc(payment.id))
    .limit(1);
  return paid ? receiptOf(paid) : invoiceEmail(row, { fromCredit: true });
}

/**
 * Sends the receipt of a payment by hand. An email has the PDF of the invoice that it paid. Contract: Messages.
 * @throws NOT_FOUND; PRECONDITION for a payment that is not complete; and as `sendInvoice`
 */
export async function sendReceipt(
  scope: WriteScope,
  { id, channel }: DocumentSend,
): Promise<MessageSnapshot> {
  return send(scope, receiptOf(await find(scope, paymentResource, id)), channel);
}

function receiptOf(row: PaymentRow): FactDraft {
  if (row.completedAt === null) {
    throw refuse('PRECONDITION', { field: 'id', message: 'Only a completed payment has a receipt.' });
  }
  return receiptEmail(row, row.completedAt);
}

/**
 * Sends the notice of a refund by hand. An email has its credit note. Contract: Messages.
 * @throws NOT_FOUND; and as `sendInvoice`
 */
export async function sendRefund(scope: WriteScope, { id, channel }: DocumentSend): Promise<MessageSnapshot> {
  const row = await find(scope, refundResource, id);
  const { reference } = await find(scope, paymentResource, row.paymentId);
  return send(scope, refundEmail(row, reference), channel);
}

/**
 * Sends the link to the page of a subscriber. Contract: Customer's page.
 * @throws NOT_FOUND; and as `sendInvoice`
 */
export function sendPageLink(
  scope: WriteScope,
  { id: subscriberId, channel }: DocumentSend,
): Promise<MessageSnapshot> {
  return send(
    scope,
    { kind: 'PAGE_LINK', factId: subscriberId, subscriberId, facts: { notice: true } },
    channel,
  );
}

async function send(
  scope: WriteScope,
  { at: _, ...draft }: FactDraft,
  channel: DocumentSend['channel'],
): Promise<MessageSnapshot> {
  const reader = await find(scope, subscriberResource, draft.subscriberId);
  requireNotErased(reader);
  requireWanted(reader, { kind: draft.kind, channel });
  await requireFewByHand(scope, recipientOn(reader, channel));
  const [id] = await enqueueEmails(scope, [{ ...draft, channels: [channel], occurrence: null }]);
  if (id === undefined) throw new Error('the message was not queued');
  audit(scope, 'mail.create', { type: 'mail', id }, { channel: { before: null, after: channel } });
  return presentOne(scope, emailResource, await find(scope, emailResource, id));
}
