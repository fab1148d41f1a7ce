import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { present } from '../../contract/present.ts';
import { moneyObject } from '../../contract/primitives.ts';
import type { SubscriptionSnapshot } from '../../contract/subscription.ts';
import type { Scope } from '../../work/scope.ts';
import { dueAmounts } from '../model/due-amounts.ts';

type Money = z.output<typeof moneyObject>;

/**
 * The amount due on the open invoices and pending charges of each subscription, by its id; one entry for each currency.
 * Subscriptions that owe nothing are left out.
 */
export async function balancesOf(
  scope: Scope,
  subscriptions: Pick<SubscriptionSnapshot, 'id' | 'subscriberId'>[],
): Promise<Map<string, Money[]>> {
  if (subscriptions.length === 0) return new Map();
  // The indexes of what is owed are by subscriber.
  const ofThem = sql`provider_id = ${scope.providerId}
    and subscriber_id = any(${sql.param([...new Set(subscriptions.map((row) => row.subscriberId))])})
    and subscription_id = any(${sql.param(subscriptions.map(({ id }) => id))})`;
  const rows = await scope.db.execute<{ id: string; currency: string; amount: string }>(sql`
    select subscription_id as id, currency, sum(amount)::bigint as amount
    from (${dueAmounts(ofThem, sql`subscription_id, currency`)}) due
    group by subscription_id, currency having sum(amount) > 0 order by currency`);
  const balances = new Map<string, Money[]>();
  for (const { id, currency, amount } of rows) {
    const due = present(moneyObject, { currency, amount: Number(amount) });
    balances.set(id, [...(balances.get(id) ?? []), due]);
  }
  return balances;
}
