import { and, count, eq, gte, inArray } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { checkout } from '../../../drizzle/schema/gateway.ts';
import { MINUTE_MS, plus } from '../../clock.ts';
import { openPaymentStatuses } from '../../contract/payment-rules.ts';
import { parsePhone } from '../../contract/phone.ts';
import { db } from '../../db/client.ts';
import { railOf } from '../../rails/registry.ts';
import type { WriteScope } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import { createPayment } from './create.ts';
import { waysToPay } from './ways-to-pay.ts';

/** Payments that the holder of a link can begin for one debt, and in which time. Each may send a prompt to a phone. */
const MAX_BEGUN = 6;
const BEGUN_WITHIN_MS = 60 * MINUTE_MS;

/** What the holder of a link chose. `phone` as written; empty for that of the subscriber. */
export type Chosen = { rail: string; phone: string };

/**
 * As `beginOtherPayment`, for the holder of a link.
 * @returns null for an unknown link
 */
export async function chooseWayToPay(
  token: string,
  chosen: Chosen,
  correlationId: string,
): Promise<Begun | null> {
  const [found] = await db()
    .select({ payment })
    .from(checkout)
    .innerJoin(payment, and(eq(payment.providerId, checkout.providerId), eq(payment.id, checkout.paymentId)))
    .where(eq(checkout.token, token));
  if (!found) return null;
  const { providerId } = found.payment;
  const caller = { type: 'system', name: 'payer' } as const;
  return transaction({ providerId, caller, correlationId }, (scope) =>
    beginOtherPayment(scope, found.payment, chosen),
  );
}

type PaymentRow = typeof payment.$inferSelect;

/** What the holder of a link began, or why nothing. */
export type Begun = { checkoutUrl: string } | 'too many' | 'nothing to choose';

/**
 * Begins a payment on another rail for the debt of a link, which the payer has. The one before is replaced. A payer who sends the form
 * twice gets one prompt.
 * @throws what `createPayment` throws, such as VALIDATION_FAILED at `phone`
 */
async function beginOtherPayment(scope: WriteScope, of: PaymentRow, chosen: Chosen): Promise<Begun> {
  const { ways } = await waysToPay(scope, of);
  const way = ways.find(({ rail }) => rail === chosen.rail);
  const target = targetOf(of);
  if (!way || !target) return 'nothing to choose';
  const ofTarget = and(eq(payment.providerId, scope.providerId), eq(payment.target, of.target));
  const [open] = await scope.db
    .select()
    .from(payment)
    .where(and(ofTarget, inArray(payment.status, [...openPaymentStatuses])));
  if (open?.checkoutUrl && railOf(open).begins === 'prompt') return { checkoutUrl: open.checkoutUrl };
  const [begun] = await scope.db
    .select({ payments: count() })
    .from(payment)
    .where(and(ofTarget, gte(payment.createdAt, plus(scope.now, -BEGUN_WITHIN_MS))));
  if ((begun?.payments ?? 0) >= MAX_BEGUN) return 'too many';
  const phone = way.begins === 'prompt' && chosen.phone !== '' ? chosen.phone : undefined;
  const made = await createPayment(scope, {
    ...target,
    rail: way.rail,
    // A text that is no number is refused by the rail, which says what it takes.
    ...(phone !== undefined && { phone: parsePhone(phone, 'KE') ?? phone }),
  });
  return made.checkoutUrl ? { checkoutUrl: made.checkoutUrl } : 'nothing to choose';
}

/** What a payment is for, as a request names it; null for a payment that names no debt. */
function targetOf({ chargeId, invoiceId, subscriptionId }: PaymentRow) {
  if (chargeId) return { chargeId };
  if (invoiceId) return { invoiceId };
  return subscriptionId ? { subscriptionId } : null;
}
