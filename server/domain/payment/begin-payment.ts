import { and, count, eq, gte, inArray, ne, type SQL } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { checkout, prompt } from '../../../drizzle/schema/gateway.ts';
import { provider } from '../../../drizzle/schema/provider.ts';
import { MINUTE_MS, plus } from '../../clock.ts';
import type { Minor } from '../../contract/money.ts';
import type { PaymentCreate } from '../../contract/payment.ts';
import { openPaymentStatuses } from '../../contract/payment-rules.ts';
import { parsePhone } from '../../contract/phone.ts';
import { db } from '../../db/client.ts';
import { railOf } from '../../rails/registry.ts';
import { findForUpdate } from '../../state/resource.ts';
import { inSlotOf } from '../../work/in-slot.ts';
import type { WriteScope } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import { isKnownAccount, requireHere } from '../model/provider/account-status.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { createPayment } from './create.ts';
import { waysToPay } from './ways-to-pay.ts';

/** Payments that the holder of a link can begin for one debt, and in which time. */
const MAX_BEGUN = 6;
const BEGUN_WITHIN_MS = 60 * MINUTE_MS;

/** Prompts without money that a subscriber can have in that time: each reaches a phone, which may be that of a stranger. */
const MAX_UNPAID_PROMPTS = 6;

/** What the holder of a link chose. `phone` as written; empty for that of the subscriber. */
export type Chosen = { rail: string; phone: string };

/** The holder of a link, as the caller of a unit of work. */
export const payer = { type: 'system', name: 'payer' } as const;

/**
 * Begins a payment on another rail for the debt of a payment's link.
 * @returns null for an unknown link, and for one of a closed account
 * @throws as `beginPayment`
 */
export async function chooseWayToPay(
  token: string,
  chosen: Chosen,
  correlationId: string,
): Promise<Begun | null> {
  const [found] = await db()
    .select({ payment, status: provider.status })
    .from(checkout)
    .innerJoin(payment, and(eq(payment.providerId, checkout.providerId), eq(payment.id, checkout.paymentId)))
    .innerJoin(provider, eq(provider.id, checkout.providerId))
    .where(and(eq(checkout.token, token), isKnownAccount));
  if (!found) return null;
  requireHere(found.status);
  const { providerId, subscriberId, amount, currency, target } = found.payment;
  const request = targetOf(found.payment);
  if (!request) return 'nothing to choose';
  return inSlotOf(providerId, () =>
    transaction({ providerId, caller: payer, correlationId }, async (scope) => {
      await findForUpdate(scope, subscriberResource, subscriberId);
      const same = eq(payment.target, target);
      return beginPayment(scope, { subscriberId, amount, currency, request, same }, chosen);
    }),
  );
}

/** What the holder of a link began, or why nothing. */
export type Begun = { checkoutUrl: string } | 'too many' | 'nothing to choose';

/** What the holder of a link can pay. The amount is in minor units. */
type Payable = {
  /** Locked, so that forms that are sent together see the payments of each other. */
  subscriberId: string;
  amount: Minor;
  currency: string;
  /** What it is, as the request of a payment names it. */
  request: Omit<PaymentCreate, 'rail' | 'phone'>;
  /** The payments for the same. */
  same: SQL;
};

/**
 * Begins a payment for what the holder of a link can pay. The one before for the same debt is replaced. A payer who sends the form
 * twice gets one prompt.
 * @throws what `createPayment` throws, such as VALIDATION_FAILED at `phone`
 */
export async function beginPayment(scope: WriteScope, of: Payable, chosen: Chosen): Promise<Begun> {
  const { ways } = await waysToPay(scope, of);
  const way = ways.find(({ rail }) => rail === chosen.rail);
  if (!way) return 'nothing to choose';
  const same = and(eq(payment.providerId, scope.providerId), of.same);
  const open = await scope.db
    .select()
    .from(payment)
    .where(and(same, eq(payment.amount, of.amount), inArray(payment.status, [...openPaymentStatuses])));
  const prompted = open.find((row) => row.checkoutUrl && railOf(row).begins === 'prompt');
  if (prompted?.checkoutUrl) return { checkoutUrl: prompted.checkoutUrl };
  const [begun] = await scope.db
    .select({ payments: count() })
    .from(payment)
    .where(and(same, gte(payment.createdAt, plus(scope.now, -BEGUN_WITHIN_MS))));
  if ((begun?.payments ?? 0) >= MAX_BEGUN) return 'too many';
  if (way.begins === 'prompt' && (await hasTooManyPrompts(scope, of.subscriberId))) return 'too many';
  const phone = way.begins === 'prompt' && chosen.phone !== '' ? chosen.phone : undefined;
  const made = await createPayment(scope, {
    ...of.request,
    rail: way.rail,
    // A text that is no number is refused by the rail, which says what it takes.
    ...(phone !== undefined && { phone: parsePhone(phone, 'KE') ?? phone }),
  });
  return made.checkoutUrl ? { checkoutUrl: made.checkoutUrl } : 'nothing to choose';
}

async function hasTooManyPrompts(scope: WriteScope, subscriberId: string): Promise<boolean> {
  const [sent] = await scope.db
    .select({ prompts: count() })
    .from(prompt)
    .innerJoin(payment, and(eq(payment.providerId, prompt.providerId), eq(payment.id, prompt.paymentId)))
    .where(
      and(
        ...[eq(payment.providerId, scope.providerId), eq(payment.subscriberId, subscriberId)],
        ...[ne(payment.status, 'COMPLETED'), gte(prompt.createdAt, plus(scope.now, -BEGUN_WITHIN_MS))],
      ),
    );
  return (sent?.prompts ?? 0) >= MAX_UNPAID_PROMPTS;
}

/** What a payment is for, as a request names it; null for a payment that names no debt. */
function targetOf({ chargeId, invoiceId, subscriptionId }: typeof payment.$inferSelect) {
  if (chargeId) return { chargeId };
  if (invoiceId) return { invoiceId };
  return subscriptionId ? { subscriptionId } : null;
}
