import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { invoice } from '../../../drizzle/schema/billing.ts';
import { charge } from '../../../drizzle/schema/charge.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import { pendingChargeStatuses } from '../../contract/charge-rules.ts';
import { asMinor, type Minor, subtract, ZERO } from '../../contract/money.ts';
import { subscriberDebts, type subscriberDebtsQuery } from '../../contract/portal/debt.ts';
import { present } from '../../contract/present.ts';
import { find, withoutMetadata } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { creditFor, readCreditShares } from '../lifecycle/credit/debts.ts';
import { type Debt, findDebt } from '../lifecycle/payment/find-debt.ts';
import { targetKey, targetOf } from '../model/payment/target.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { isLasting } from '../model/subscription/lasting.ts';

/** The most pending charges, and subscriptions, that are offered together. */
const MAX_OFFERED = 100;

/** Subscriptions whose debts are computed at a time: each takes a few statements, and all requests share the connections. */
const AT_A_TIME = 10;

/**
 * The debts of a subscriber now: those of the first 100 subscriptions that have not ended, by the rules of a payment, and the first 100
 * pending charges, earliest due first. Writes nothing.
 * @throws NOT_FOUND
 */
export async function readSubscriberDebts(
  scope: Scope,
  { subscriberId }: z.output<typeof subscriberDebtsQuery>,
): Promise<z.output<typeof subscriberDebts>> {
  await find(scope, subscriberResource, subscriberId);
  const debts = await findSubscriberDebts(scope, subscriberId);
  return debts.map(presentDebt);
}

/** A debt with its amounts in major units. */
export const presentDebt = (debt: SubscriberDebtRow) => present(subscriberDebts.element, debt);

type SubscriberDebtRow = Awaited<ReturnType<typeof findSubscriberDebts>>[number];

/** As `readSubscriberDebts`, in minor units and with the keys of what is paid. */
export async function findSubscriberDebts(scope: Scope, subscriberId: string) {
  const [ofSubscriptions, ofCharges] = await Promise.all([
    subscriptionDebts(scope, subscriberId),
    chargeDebts(scope, subscriberId),
  ]);
  const owed = [...ofSubscriptions, ...ofCharges];
  const currencies = [...new Set(owed.map(({ currency }) => currency))];
  const shares = await Promise.all(
    currencies.map((currency) => readCreditShares(scope, { subscriberId, currency })),
  );
  const all = owed.map((debt) =>
    lessShare(debt, shares[currencies.indexOf(debt.currency)]?.(debt.target) ?? ZERO),
  );
  // Debts without a due instant come last, in the order of their creation.
  all.sort((a, b) => (a.dueAt?.getTime() ?? Infinity) - (b.dueAt?.getTime() ?? Infinity) || 0);
  // What credit covers in full is settled within seconds.
  return all.filter(({ total }) => total > 0);
}

/** The debt less the credit that settles a part of it. Contract: Account credit. */
export async function restOf<
  D extends { subscriberId: string; target: string; total: Minor; currency: string },
>(scope: Scope, debt: D): Promise<D & { creditPart: Minor }> {
  return lessShare(debt, await creditFor(scope, debt));
}

function lessShare<D extends { total: Minor }>(debt: D, credit: Minor): D & { creditPart: Minor } {
  const creditPart = asMinor(Math.min(credit, debt.total));
  return { ...debt, total: subtract(debt.total, creditPart), creditPart };
}

async function subscriptionDebts(scope: Scope, subscriberId: string) {
  const earliestDue = sql`(select min(${invoice.dueAt}) from ${invoice} where ${invoice.providerId} = ${subscription.providerId}
    and ${invoice.subscriptionId} = ${subscription.id} and ${invoice.status} = 'OPEN')`;
  const rows = await scope.db
    .select(withoutMetadata(subscription))
    .from(subscription)
    .where(
      and(
        ...[eq(subscription.providerId, scope.providerId), eq(subscription.subscriberId, subscriberId)],
        isLasting,
      ),
    )
    .orderBy(earliestDue, asc(subscription.id))
    .limit(MAX_OFFERED);
  const found: { id: string; planId: string; debt: Debt | null }[] = [];
  for (let from = 0; from < rows.length; from += AT_A_TIME) {
    const part = rows.slice(from, from + AT_A_TIME);
    found.push(
      ...(await Promise.all(
        part.map(async (row) => ({
          ...{ id: row.id, planId: row.planId },
          debt: await findDebt(scope, { ...row, metadata: null }),
        })),
      )),
    );
  }
  return found.flatMap(({ id, planId, debt }) =>
    debt && debt.total > 0
      ? {
          ...{ id, subscriptionId: id, planId },
          chargeId: null,
          target: targetOf(id, debt),
          kind: debt.kind,
          name: debt.invoice?.number ?? null,
          total: debt.total,
          currency: debt.currency,
          dueAt: debt.invoice?.dueAt ?? null,
        }
      : [],
  );
}

async function chargeDebts(scope: Scope, subscriberId: string) {
  const { id: chargeId, description: text, amount: due, currency: unit, expiresAt: until } = charge;
  const pending = await scope.db
    .select({ id: chargeId, description: text, amount: due, currency: unit, expiresAt: until })
    .from(charge)
    .where(
      and(
        eq(charge.providerId, scope.providerId),
        eq(charge.subscriberId, subscriberId),
        inArray(charge.status, [...pendingChargeStatuses]),
        or(isNull(charge.expiresAt), gt(charge.expiresAt, scope.now)),
      ),
    )
    // PostgreSQL sorts null last.
    .orderBy(asc(charge.expiresAt), asc(charge.id))
    .limit(MAX_OFFERED);
  return pending.map(({ id, description, amount, currency, expiresAt }) => ({
    ...{ id, subscriptionId: null, planId: null },
    chargeId: id,
    target: targetKey.charge(id),
    kind: null,
    name: description,
    total: amount,
    currency,
    dueAt: expiresAt,
  }));
}
