import { randomInt } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { DAY_MS, plus } from '../../clock.ts';
import { allOf, invalid, invalidValue, type Refusal, refuse } from '../../contract/errors.ts';
import { toMajor, toMinor } from '../../contract/money.ts';
import type { PaymentCreate, PaymentSnapshot } from '../../contract/payment.ts';
import type { WriteScope } from '../../db/scope.ts';
import { rails } from '../../rails/registry.ts';
import { create } from '../../state/record.ts';
import { presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import {
  ensureInvoice,
  expireTargetIfDue,
  findPayable,
  lockTarget,
  type Payable,
} from '../lifecycle/debt/payable.ts';
import { settlePayment } from '../lifecycle/settlement/settle.ts';
import { decimalsFault } from '../model/amount.ts';
import { paymentResource } from '../model/payment/resource.ts';
import { mapUniqueViolations } from '../model/unique-violations.ts';
import { createCheckout, newCheckoutLink } from './checkout.ts';

/** The time after which an open payment expires. Contract: Payment. */
const TIME_TO_LIVE_MS = DAY_MS;

/**
 * Creates a payment for what is owed on its target. The manual rail completes it at once; a hosted rail adds a link for
 * the payer. Contract: Payment.
 * @throws VALIDATION_FAILED for an unknown target, an amount that is not the one due, a rail that the account cannot use,
 *   or an amount that the rail cannot take; CONFLICT when nothing is owed, a payment is PROCESSING, or the reference is taken; IMMUTABLE on an
 *   ended subscription
 */
export async function createPayment(scope: WriteScope, input: PaymentCreate): Promise<PaymentSnapshot> {
  const rail = rails[input.rail];
  if (!rail.isAvailableFor(scope)) {
    throw invalid([{ field: 'rail', code: 'UNSUPPORTED', message: 'This account cannot use this rail.' }]);
  }
  const target = await expireTargetIfDue(scope, await lockTarget(scope, input));
  const owed = await ensureInvoice(scope, target, await findPayable(scope, target));
  requireMatch(input, owed);
  if (rail.gateway && !rail.gateway.supports(owed.amount, owed.currency)) {
    throw invalidValue('rail', `${rail.label} cannot take ${sumOf(owed)}.`);
  }
  await expireReplaced(scope, owed.target);
  const hosted = rail.gateway && newCheckoutLink();
  const pending = await mapUniqueViolations(() =>
    create(scope, paymentResource, {
      subscriberId: owed.subscriberId,
      subscriptionId: owed.subscriptionId,
      chargeId: owed.charge?.id ?? null,
      installationId: owed.charge?.installationId ?? null,
      invoiceId: owed.invoice?.id ?? null,
      amount: owed.amount,
      currency: owed.currency,
      rail: rail.name,
      status: 'PENDING',
      reference: input.reference ?? newReference(),
      checkoutUrl: hosted?.link ?? null,
      expiresAt: expiryOf(scope, owed),
      target: owed.target,
    }),
  );
  if (hosted) await createCheckout(scope, { paymentId: pending.id, token: hosted.token, owed });
  const made =
    rail.begins === 'received' ? await settlePayment(scope, pending, { succeeded: true }) : pending;
  return presentOne(scope, paymentResource, made);
}

/** The payment expires with what it pays for, or after a day. */
function expiryOf({ now }: WriteScope, { payableUntil }: Payable): Date {
  const own = plus(now, TIME_TO_LIVE_MS);
  return payableUntil !== null && payableUntil < own ? payableUntil : own;
}

/**
 * Checks the amount, currency and subscriber of the request against what is owed.
 * @throws VALIDATION_FAILED that lists all that differ
 */
function requireMatch({ amount, currency, subscriberId }: PaymentCreate, owed: Payable): void {
  const isSameSubscriber = subscriberId === undefined || subscriberId === owed.subscriberId;
  const isSameCurrency = currency === undefined || currency === owed.currency;
  const fault = allOf([
    isSameSubscriber ? undefined : invalidValue('subscriberId', 'The payment is for another subscriber.'),
    amount === undefined ? undefined : amountFault(amount, owed),
    isSameCurrency ? undefined : invalidValue('currency', `The amount due is in ${owed.currency}.`),
  ]);
  if (fault) throw fault;
}

function amountFault(amount: number, owed: Payable): Refusal | undefined {
  const fault = decimalsFault('amount', amount, owed.currency);
  if (fault) return fault;
  if (toMinor(amount, owed.currency) === owed.amount) return undefined;
  return invalidValue('amount', `The amount due is ${sumOf(owed)}.`);
}

/** The amount in major units with its currency, for messages. */
function sumOf({ amount, currency }: Payable): string {
  return `${toMajor(amount, currency)} ${currency}`;
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
        inArray(payment.status, ['PENDING', 'PROCESSING']),
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
