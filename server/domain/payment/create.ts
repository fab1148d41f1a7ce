import { randomInt } from 'node:crypto';
import { and, eq, inArray } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { DAY_MS, plus } from '../../clock.ts';
import { allOf, invalid, invalidValue, type Refusal, refuse } from '../../contract/errors.ts';
import { toMajor, toMinor } from '../../contract/money.ts';
import type { PaymentCreate, PaymentSnapshot } from '../../contract/payment.ts';
import { fitsCurrency } from '../../contract/primitives.ts';
import type { WriteScope } from '../../db/scope.ts';
import { rails } from '../../rails/registry.ts';
import { create } from '../../state/record.ts';
import { presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import { type Owed, whatIsOwed } from '../lifecycle/debt/find-debt.ts';
import { settlePayment } from '../lifecycle/settlement/settle.ts';
import { paymentResource } from '../model/payment/resource.ts';
import { uniquely } from '../model/unique-violations.ts';
import { keepCheckout, newCheckoutLink } from './checkout.ts';

/** An unsettled payment is given up after this. */
const TIME_TO_LIVE_MS = DAY_MS;

/**
 * Makes a payment for what is owed on its target. By the manual rail it is received in the same breath; for a hosted
 * rail it comes with the payer's link. Contract: Payment.
 * @throws VALIDATION_FAILED (unknown target, an amount that is not the one owed, UNSUPPORTED rail, a sum the rail
 *   cannot take); CONFLICT when nothing is owed, one is being processed, or the reference is taken; IMMUTABLE on an
 *   ended subscription
 */
export async function createPayment(scope: WriteScope, input: PaymentCreate): Promise<PaymentSnapshot> {
  const rail = rails[input.rail];
  if (!rail.offeredTo(scope)) {
    throw invalid([{ field: 'rail', code: 'UNSUPPORTED', message: 'This account cannot use this rail.' }]);
  }
  const owed = await whatIsOwed(scope, input);
  requireStated(input, owed);
  if (rail.gateway && !rail.gateway.takes(owed.amount, owed.currency)) {
    throw invalidValue('rail', `${rail.label} cannot take ${sumOf(owed)}.`);
  }
  await giveWay(scope, owed.target);
  const hosted = rail.gateway && newCheckoutLink();
  const pending = await uniquely(() =>
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
      expiresAt: timeLimit(scope, owed),
      target: owed.target,
    }),
  );
  if (hosted) await keepCheckout(scope, { paymentId: pending.id, token: hosted.token, owed });
  const made =
    rail.begins === 'received' ? await settlePayment(scope, pending, { succeeded: true }) : pending;
  return presentOne(scope, paymentResource, made);
}

/** When it is given up, which is never later than what it is for. */
function timeLimit({ now }: WriteScope, { payableUntil }: Owed): Date {
  const own = plus(now, TIME_TO_LIVE_MS);
  return payableUntil !== null && payableUntil < own ? payableUntil : own;
}

/** What the caller says of the money has to agree with what is owed. All that does not is refused at once. */
function requireStated({ amount, currency, subscriberId }: PaymentCreate, owed: Owed): void {
  const isTheirs = subscriberId === undefined || subscriberId === owed.subscriberId;
  const isInCurrency = currency === undefined || currency === owed.currency;
  const fault = allOf([
    isTheirs ? undefined : invalidValue('subscriberId', 'What is paid for belongs to somebody else.'),
    amount === undefined ? undefined : amountFault(amount, owed),
    isInCurrency ? undefined : invalidValue('currency', `What is owed is in ${owed.currency}.`),
  ]);
  if (fault) throw fault;
}

function amountFault(amount: number, owed: Owed): Refusal | undefined {
  const { currency } = owed;
  if (!fitsCurrency(amount, currency)) {
    const message = `${currency} does not have that many digits.`;
    return invalid([{ field: 'amount', code: 'INVALID_FORMAT', message }]);
  }
  if (toMinor(amount, currency) === owed.amount) return undefined;
  return invalidValue('amount', `What is owed is ${sumOf(owed)}.`);
}

/** For people to read. */
function sumOf({ amount, currency }: Owed): string {
  return `${toMajor(amount, currency)} ${currency}`;
}

/**
 * A new payment overtakes one that still waits for the same thing.
 * @throws CONFLICT while one is being processed
 */
async function giveWay(scope: WriteScope, target: string): Promise<void> {
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

/** Short enough to be read out on the phone; some 10^14 of them. */
export function newReference(): string {
  const letters = Array.from({ length: 10 }, () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)]);
  return `PAY-${letters.join('')}`;
}
