import { and, eq, like } from 'drizzle-orm';
import { payment } from '../../../drizzle/schema/billing.ts';
import { isCurrency, MAX_AMOUNT, type Minor, toMajor, toMinor } from '../../contract/money.ts';
import { fitsCurrency } from '../../contract/primitives.ts';
import { isTerminated } from '../../contract/subscriber-rules.ts';
import { findForUpdate } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import { targetKey } from '../model/payment/target.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { type Begun, beginPayment, type Chosen } from '../payment/begin-payment.ts';
import { findSubscriberDebts } from '../payment/debts.ts';
import type { OpenPage } from './open.ts';

/** What a customer chose to pay: the key of a debt, or money on account with its amount as written. */
export type ChosenDebt = Chosen & { debt: string; amount: string; currency: string };

/**
 * Begins a payment from the page of a customer: for one of its debts, or on account. The subscriber is locked, so that a form that is sent
 * twice begins one. Contract: Customer's page.
 * @returns `no amount` for an amount that is none, and `nothing to choose` for what the customer does not owe
 * @throws as `beginPayment`
 */
export function payFromPage(
  { scope: { providerId, caller, correlationId }, subscriberId }: OpenPage,
  chosen: ChosenDebt,
): Promise<Begun | 'no amount'> {
  return transaction({ providerId, caller, correlationId }, async (scope) => {
    const row = await findForUpdate(scope, subscriberResource, subscriberId);
    if (chosen.debt === 'account') {
      return isTerminated(row) ? 'nothing to choose' : payOnAccount(scope, subscriberId, chosen);
    }
    const debts = await findSubscriberDebts(scope, subscriberId);
    const debt = debts.find(({ id }) => id === chosen.debt);
    if (!debt) return 'nothing to choose';
    const { total: amount, currency, target, id } = debt;
    const request = debt.chargeId === null ? { subscriptionId: id } : { chargeId: id };
    const same = eq(payment.target, target);
    return beginPayment(scope, { subscriberId, amount, currency, request, same }, chosen);
  });
}

async function payOnAccount(
  scope: WriteScope,
  subscriberId: string,
  chosen: ChosenDebt,
): Promise<Begun | 'no amount'> {
  const { currency } = chosen;
  const amount = isCurrency(currency) ? amountIn(chosen.amount, currency) : null;
  if (amount === null) return 'no amount';
  const same = and(eq(payment.subscriberId, subscriberId), like(payment.target, `${targetKey.account('')}%`));
  if (!same) throw new Error('a condition of two parts');
  const request = { subscriberId, currency, amount: toMajor(amount, currency) };
  return beginPayment(scope, { subscriberId, amount, currency, request, same }, chosen);
}

/** An amount above 0 as a form has it, in minor units; null for any other text. */
function amountIn(text: string, currency: string): Minor | null {
  const amount = /^\d{1,10}(\.\d{1,4})?$/.test(text) ? Number(text) : 0;
  return amount > 0 && amount <= MAX_AMOUNT && fitsCurrency(amount, currency)
    ? toMinor(amount, currency)
    : null;
}
