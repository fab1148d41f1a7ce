import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { checkout, prompt } from '../../../drizzle/schema/gateway.ts';
import { provider } from '../../../drizzle/schema/provider.ts';
import { subscriber } from '../../../drizzle/schema/subscriber.ts';
import { monotonicMs, providerNow, SECOND_MS } from '../../clock.ts';
import type { Language } from '../../contract/enums.ts';
import type { Minor } from '../../contract/money.ts';
import { db } from '../../db/client.ts';
import { env } from '../../env.ts';
import { GatewayError } from '../../rails/rail.ts';
import { railOf } from '../../rails/registry.ts';
import { randomText } from '../../random-text.ts';
import { find } from '../../state/resource.ts';
import { inSlotOf } from '../../work/in-slot.ts';
import type { WriteScope } from '../../work/scope.ts';
import { accountOfPayment } from '../external/gateway/accounts.ts';
import type { TargetDebt } from '../lifecycle/payment/target-debt.ts';
import { isPastExpiry } from '../model/expiry.ts';
import { planResource } from '../model/plan/resource.ts';
import { isKnownAccount, requireHere } from '../model/provider/account-status.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';
import { takeSessionEvent } from './confirm-session.ts';
import { type WaysToPay, waysToPay } from './ways-to-pay.ts';

/** The length of a token: 26 characters of 5 bits, 130 bits in all. */
const TOKEN_LENGTH = 26;

/** The path prefix of the links of payers. */
export const CHECKOUT_PATH = '/pay/';

/** A new link for a payer. It stays the same when the gateway's checkout session changes. */
export function newCheckoutLink(): { token: string; link: string } {
  const token = randomText(TOKEN_LENGTH);
  return { token, link: `${env.PUBLIC_URL}${CHECKOUT_PATH}${token}` };
}

/** Stores the checkout of a hosted payment, in the transaction that creates the payment. */
export async function createCheckout(
  scope: WriteScope,
  { debt, ...stored }: { paymentId: string; accountId: string | null; token: string; debt: TargetDebt },
): Promise<void> {
  await scope.db.insert(checkout).values({
    providerId: scope.providerId,
    ...stored,
    description: await descriptionFor(scope, debt),
    createdAt: scope.now,
    updatedAt: scope.now,
  });
}

/** The description that the payer sees. */
async function descriptionFor(scope: WriteScope, { charge, subscriptionId }: TargetDebt): Promise<string> {
  if (charge) return charge.description;
  if (subscriptionId === null) return 'Payment on account';
  const subscription = await find(scope, subscriptionResource, subscriptionId);
  return (await find(scope, planResource, subscription.planId)).planName;
}

/** What the link of a payer shows. The amount is in minor units. `late`: the money came after the payment had expired. */
export type Visit = {
  /**
   * `choose`: the payer has several ways. `ready`: the payer can pay at `sessionUrl`. `prompted`: the payer answers on the phone.
   * `down`: the gateway does not answer. `refused`: it rejects the payment.
   */
  state:
    | ('choose' | 'ready' | 'prompted' | 'processing' | 'paid' | 'failed')
    | ('expired' | 'late' | 'down' | 'refused');
  sessionUrl?: string;
  providerName: string;
  /** The language of the subscriber; null without one. */
  language: Language | null;
  /** Null for a payment on account. */
  description: string | null;
  reference: string;
  amount: Minor;
  currency: string;
  /** The end of the phone that gets the prompt, and what M-Pesa reported about the prompt in the end. */
  phoneEnd?: string | undefined;
  promptResult: { code: string | null; text: string | null };
  /** The rail of the payment, and what else the payer can do in `choose` and `failed`. */
  rail: string;
  other?: WaysToPay;
  accountNumber: string;
  /** The end of the subscriber's phone. */
  ownPhoneEnd: string;
  /** The error behind `down` or `refused`, for the log. */
  cause?: unknown;
};

const closedStates = {
  PROCESSING: 'processing',
  COMPLETED: 'paid',
  FAILED: 'failed',
  EXPIRED: 'expired',
} as const;

/**
 * Reads the payment behind the link of a payer. The first visit creates the checkout session at the gateway; later and
 * concurrent visits get the same one.
 * @param mayCreateSession false reads the payment without creating a checkout session
 * @param isChosen whether the payer has chosen the rail of the payment
 * @returns null for an unknown link
 */
export async function visitCheckout(
  token: string,
  { mayCreateSession = true, isChosen = false } = {},
): Promise<Visit | null> {
  const [found] = await db()
    .select({
      ...{ payment, checkout, prompt, provider, email: subscriber.email, phone: subscriber.phone },
      ...{ accountNumber: subscriber.accountNumber, language: subscriber.language },
    })
    .from(checkout)
    .innerJoin(payment, and(eq(payment.providerId, checkout.providerId), eq(payment.id, checkout.paymentId)))
    .innerJoin(provider, eq(provider.id, checkout.providerId))
    .innerJoin(
      subscriber,
      and(eq(subscriber.providerId, payment.providerId), eq(subscriber.id, payment.subscriberId)),
    )
    .leftJoin(
      prompt,
      and(eq(prompt.providerId, checkout.providerId), eq(prompt.paymentId, checkout.paymentId)),
    )
    .where(and(eq(checkout.token, token), isKnownAccount));
  if (!found) return null;
  requireHere(found.provider.status);
  const { status, reference, amount, currency, subscriptionId, chargeId } = found.payment;
  const description = (subscriptionId ?? chargeId) ? found.checkout.description : null;
  const about = {
    ...{ providerName: found.provider.name, language: found.language },
    ...{ description, reference, amount, currency },
    ...{ rail: found.payment.rail, accountNumber: found.accountNumber, ownPhoneEnd: found.phone.slice(-3) },
    phoneEnd: found.prompt?.phone.slice(-3),
    promptResult: { code: found.prompt?.resultCode ?? null, text: found.prompt?.resultText ?? null },
  };
  if (found.prompt && status === 'PROCESSING') return { state: 'prompted', ...about };
  if (status === 'FAILED') return { state: 'failed', other: await otherWays(found), ...about };
  if (found.payment.refundDue) return { state: 'late', ...about };
  if (status !== 'PENDING') return { state: closedStates[status], ...about };
  if (isPastExpiry(found.payment, providerNow(found.provider.clockOffsetMs)))
    return { state: 'expired', ...about };
  if (found.prompt) return { state: 'prompted', ...about };
  if (!isChosen) {
    const other = await otherWays(found);
    const hasOther = other.payTo !== null || other.ways.some(({ rail }) => rail !== found.payment.rail);
    if (hasOther) return { state: 'choose', other, ...about };
  }
  if (found.checkout.sessionUrl || !mayCreateSession) {
    return { state: 'ready', sessionUrl: found.checkout.sessionUrl ?? undefined, ...about };
  }
  try {
    const sessionUrl = await createSession(found);
    return sessionUrl === PAID
      ? visitCheckout(token, { isChosen })
      : { state: 'ready', sessionUrl, ...about };
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return { state: error.isFinal ? 'refused' : 'down', cause: error, ...about };
  }
}

function otherWays({ payment: row, provider: { livemode } }: Found): Promise<WaysToPay> {
  return waysToPay({ providerId: row.providerId, livemode, db: db() }, row);
}

type Found = {
  provider: typeof provider.$inferSelect;
  payment: typeof payment.$inferSelect;
  checkout: typeof checkout.$inferSelect;
  email: string;
};

/** In place of the address of a session: an earlier session of the payment is paid, and its money is applied. */
const PAID = 'paid';

/** The sessions that this process creates, by their payments. */
const creating = new Map<string, Promise<string>>();

/** Creates the checkout session, once for all visits at a time: Paystack would make one for each. */
function createSession(found: Found): Promise<string> {
  const key = `${found.payment.providerId} ${found.payment.id}`;
  const session =
    creating.get(key) ??
    createSessionOf(found).finally(() => {
      creating.delete(key);
    });
  creating.set(key, session);
  return session;
}

/** How long a visit may take to create a session before another one tries, in ms. After a crash a payer waits for it. */
const CREATION_LASTS_MS = 5 * SECOND_MS;

/** The longest wait of a visit for the sessions that others create, in ms. */
const MAX_WAIT_MS = 30 * SECOND_MS;

/** The pause between two looks for the session that another process creates, in ms. */
const LOOK_MS = 250;

/**
 * The checkout session of a payment: the stored one, or a new one. One process at a time creates it, and the others wait without a
 * connection.
 * @throws GatewayError while others have created none for `MAX_WAIT_MS`
 */
async function createSessionOf(found: Found): Promise<string> {
  const { providerId, id: paymentId } = found.payment;
  const own = and(eq(checkout.providerId, providerId), eq(checkout.paymentId, paymentId));
  const until = monotonicMs() + MAX_WAIT_MS;
  for (;;) {
    const [stored] = await db().select({ url: checkout.sessionUrl }).from(checkout).where(own);
    if (stored?.url) return stored.url;
    // Without a session the time of the next attempt to expire it is that of the next attempt to create it.
    const claimed = await db()
      .update(checkout)
      .set({ nextAttemptAt: sql`now() + ${CREATION_LASTS_MS} * interval '1 millisecond'` })
      .where(and(own, isNull(checkout.sessionId), sql`${checkout.nextAttemptAt} <= now()`))
      .returning({ until: checkout.nextAttemptAt });
    const [claim] = claimed;
    if (claim) return await createClaimed(found, and(own, isStillOwn(claim.until)));
    if (monotonicMs() > until) throw new GatewayError('another visit begins the session', { isFinal: false });
    await sleep(LOOK_MS);
  }
}

/** Whether a claim is still that of its owner: each later one has another end. */
function isStillOwn(until: Date): SQL | undefined {
  return and(isNull(checkout.sessionId), eq(checkout.nextAttemptAt, until));
}

/**
 * Creates the checkout session outside any transaction, then stores it. After a crash in between, Stripe returns the same session to the
 * next visit. An owner who lost the claim meanwhile stores nothing, and frees nothing: the session of the present owner counts.
 * @param claimed the row while its claim is that of this visit
 */
async function createClaimed(found: Found, claimed: SQL | undefined): Promise<string> {
  const { providerId, id: paymentId, rail, amount, currency, reference, checkoutUrl } = found.payment;
  const { begins, gateway } = railOf(found.payment);
  if (begins !== 'hosted') throw new Error(`the rail ${rail} has no checkout sessions`);
  const { description, accountId } = found.checkout;
  const account = await accountOfPayment({ providerId, accountId }, gateway);
  const about = { providerId, paymentId, amount, currency, reference, description };
  const order = { ...about, email: found.email, link: checkoutUrl ?? '' };
  const isFree = { nextAttemptAt: sql`now()` };
  try {
    const session = await gateway.createSession(account, order);
    if (session.paid) {
      const { paid } = session;
      const taken = await inSlotOf(providerId, () =>
        takeSessionEvent({ payment: found.payment, accountId }, paid),
      );
      // The next visit would find the same money again.
      if (taken !== 'done') throw new GatewayError(`an earlier session is paid: ${taken}`, { isFinal: true });
      await db().update(checkout).set(isFree).where(claimed);
      return PAID;
    }
    const stored = await db()
      .update(checkout)
      .set({ sessionId: session.id, sessionUrl: session.url, ...isFree })
      .where(claimed)
      .returning({ url: checkout.sessionUrl });
    if (stored.length > 0) return session.url;
  } catch (error) {
    await db().update(checkout).set(isFree).where(claimed);
    throw error;
  }
  // It took so long that another visit has the claim, or has stored its session.
  return createSessionOf(found);
}
