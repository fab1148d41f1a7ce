import { randomInt } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { plus } from '../../clock.ts';
import { DAY_MS } from '../../contract/days.ts';
import { allOf, invalid, invalidValue, type Refusal, refuse } from '../../contract/errors.ts';
import { toMajor, toMinor, ZERO } from '../../contract/money.ts';
import {
  isOnAccount,
  type OnAccountCreate,
  type PaymentCreate,
  type PaymentSnapshot,
} from '../../contract/payment.ts';
import { openPaymentStatuses } from '../../contract/payment-rules.ts';
import { formatMoney } from '../../contract/texts/format-money.ts';
import { rails } from '../../rails/registry.ts';
import { create } from '../../state/record.ts';
import { findOrNull, presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import { newId } from '../../work/ids.ts';
import type { WriteScope } from '../../work/scope.ts';
import { accountForPayment } from '../external/gateway/accounts.ts';
import type { LockedPayment } from '../lifecycle/payment/lock.ts';
import { settlePayment } from '../lifecycle/payment/settle.ts';
import {
  ensureInvoice,
  findTargetDebt,
  lessCredit,
  lockTarget,
  type TargetDebt,
} from '../lifecycle/payment/target-debt.ts';
import { decimalsFault } from '../model/amount.ts';
import { storedMetadata } from '../model/metadata.ts';
import { lockNumber, requireUncounted } from '../model/payment/number.ts';
import { paymentResource } from '../model/payment/resource.ts';
import { targetKey } from '../model/payment/target.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { lockSubscriptionsOf } from '../model/subscription/lock.ts';
import { mapUniqueViolations } from '../model/unique-violations.ts';
import { createCheckout, newCheckoutLink } from './checkout.ts';
import { createPrompt, promptedPhone } from './prompt.ts';

/** The time after which an open payment expires. Contract: Payment. */
const TIME_TO_LIVE_MS = DAY_MS;

/**
 * Creates a payment for the debt of its target, less the credit that settles a part of it, or one on account. The manual rail
 * completes it at once; a hosted rail adds a link for the payer. Contract: Payment.
 * @throws VALIDATION_FAILED for an unknown target, an amount that is not the one due, a rail that the account cannot use, or an
 *   amount that the rail cannot take; CONFLICT when nothing is due, a payment is PROCESSING, or the reference is taken, also as the
 *   number of money at a gateway; IMMUTABLE on an ended subscription
 */
export async function createPayment(scope: WriteScope, input: PaymentCreate): Promise<PaymentSnapshot> {
  const rail = rails[input.rail];
  if (input.receivedAt && input.receivedAt > scope.now) {
    throw invalid([{ field: 'receivedAt', code: 'OUT_OF_RANGE', message: 'Money is received before now.' }]);
  }
  if (input.reference) await lockNumber(scope, input.reference);
  const account = rail.gateway ? await accountForPayment(scope, rail) : null;
  if (rail.gateway ? !account : !rail.isAvailableFor(scope)) {
    throw invalid([{ field: 'rail', code: 'UNSUPPORTED', message: 'This account cannot use this rail.' }]);
  }
  const { locked, debt, id } = isOnAccount(input)
    ? await lockAccount(scope, input)
    : await lockDebt(scope, input);
  if (rail.gateway && !rail.gateway.supports(debt.amount, debt.currency)) {
    throw invalidValue('rail', `${rail.label} cannot take ${sumOf(debt)}.`);
  }
  if (input.reference) await requireUncounted(scope, input.reference);
  const { subscriberId } = debt;
  const prompted =
    rail.begins === 'prompt'
      ? await promptedPhone(scope, rail.gateway, { subscriberId, phone: input.phone })
      : null;
  await expireReplaced(scope, debt.target);
  const hosted = rail.gateway && newCheckoutLink();
  const pending = await mapUniqueViolations(scope, () =>
    create(
      scope,
      paymentResource,
      {
        subscriberId: debt.subscriberId,
        subscriptionId: debt.subscriptionId,
        chargeId: debt.charge?.id ?? null,
        installationId: debt.charge?.installationId ?? null,
        invoiceId: debt.invoice?.id ?? null,
        amount: debt.amount,
        creditPart: debt.creditPart,
        currency: debt.currency,
        rail: rail.name,
        status: 'PENDING',
        reference: input.reference ?? newReference(),
        metadata: storedMetadata(input.metadata),
        receivedAt: input.receivedAt ?? null,
        checkoutUrl: hosted?.link ?? null,
        expiresAt: expiryOf(scope, debt),
        target: debt.target,
      },
      { id },
    ),
  );
  if (hosted) {
    const { token } = hosted;
    await createCheckout(scope, { paymentId: pending.id, accountId: account?.id ?? null, token, debt });
  }
  if (prompted && account?.id) {
    await createPrompt(scope, { ...prompted, paymentId: pending.id, accountId: account.id });
  }
  const made =
    rail.begins === 'received'
      ? await settlePayment(scope, { ...locked, payment: pending }, { succeeded: true })
      : pending;
  return presentOne(scope, paymentResource, made);
}

/** What a payment is for, locked, and what it has to pay. `id` is that of the payment where its target names it. */
type Locked = { locked: Partial<LockedPayment>; debt: TargetDebt; id?: string | undefined };

async function lockDebt(scope: WriteScope, input: PaymentCreate): Promise<Locked> {
  const target = await lockTarget(scope, input);
  const debt = await ensureInvoice(scope, target, await findTargetDebt(scope, target));
  const rest = await lessCredit(scope, debt);
  requireMatch(input, rest);
  return { locked: target, debt: rest, id: undefined };
}

/** A payment on account is for no debt. Its subscriber is locked, with all that it may settle. Contract: Account credit. */
async function lockAccount(
  scope: WriteScope,
  { subscriberId, amount, currency }: OnAccountCreate,
): Promise<Locked> {
  if (!(await findOrNull(scope, subscriberResource, subscriberId, 'update'))) {
    throw invalidValue('subscriberId', 'There is no such subscriber.');
  }
  await lockSubscriptionsOf(scope, subscriberId);
  const id = newId('payment', scope.now);
  return {
    locked: {},
    id,
    debt: {
      ...{ subscriberId, subscriptionId: null, charge: null, invoice: null, holdExpiresAt: null },
      ...{ amount: toMinor(amount, currency), creditPart: ZERO, currency },
      target: targetKey.account(id),
    },
  };
}

/** The payment expires with what it pays for, or after a day. */
function expiryOf({ now }: WriteScope, { holdExpiresAt }: TargetDebt): Date {
  const own = plus(now, TIME_TO_LIVE_MS);
  return holdExpiresAt !== null && holdExpiresAt < own ? holdExpiresAt : own;
}

/**
 * Checks the amount, currency and subscriber of the request against the debt.
 * @throws VALIDATION_FAILED that lists all that differ
 */
function requireMatch({ amount, currency, subscriberId }: PaymentCreate, debt: TargetDebt): void {
  const isSameSubscriber = subscriberId === undefined || subscriberId === debt.subscriberId;
  const isSameCurrency = currency === undefined || currency === debt.currency;
  const fault = allOf([
    isSameSubscriber ? undefined : invalidValue('subscriberId', 'The payment is for another subscriber.'),
    amount === undefined ? undefined : amountFault(amount, debt),
    isSameCurrency ? undefined : invalidValue('currency', `The amount due is in ${debt.currency}.`),
  ]);
  if (fault) throw fault;
}

function amountFault(amount: number, debt: TargetDebt): Refusal | undefined {
  const fault = decimalsFault('amount', amount, debt.currency);
  if (fault) return fault;
  if (toMinor(amount, debt.currency) === debt.amount) return undefined;
  return invalidValue('amount', `The amount due is ${sumOf(debt)}.`);
}

/** The amount in major units with its currency, for messages. */
function sumOf({ amount, currency }: TargetDebt): string {
  return formatMoney(toMajor(amount, currency), currency);
}

/**
 * Expires the pending payment for the same target, which the new one replaces. Contract: Payment.
 * @throws CONFLICT while that payment is PROCESSING
 */
async function expireReplaced(scope: WriteScope, target: string): Promise<void> {
  const [open] = await scope.db
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.providerId, scope.providerId),
        eq(payment.target, target),
        inArray(payment.status, [...openPaymentStatuses]),
      ),
    )
    .for('no key update');
  if (!open) return;
  if (open.status === 'PROCESSING') {
    throw refuse('CONFLICT', {
      message: 'A payment for this is being processed.',
      details: { paymentId: open.id },
    });
  }
  await transition(scope, paymentResource, open, 'expire');
}

const REFERENCE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A reference that is short enough to dictate; the alphabet gives about 6 · 10^14 of them. */
export function newReference(): string {
  const characters = Array.from(
    { length: 10 },
    () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)],
  );
  return `PAY-${characters.join('')}`;
}
