import { and, asc, eq, gt, inArray, isNotNull } from 'drizzle-orm';
import { credit } from '../../../../drizzle/schema/credit.ts';
import { subscriber } from '../../../../drizzle/schema/subscriber.ts';
import { type Minor, ZERO } from '../../../contract/money.ts';
import { isOneOf } from '../../../db/statement.ts';
import type { Scope, WriteScope } from '../../../work/scope.ts';

/** Credit above 0, in minor units. */
export type Balance = { subscriberId: string; currency: string; balance: Minor };

/** The key of the credit of a subscriber in a currency, for maps. */
export function balanceKey({ subscriberId, currency }: Pick<Balance, 'subscriberId' | 'currency'>): string {
  return `${subscriberId} ${currency}`;
}

/** The rows of `credit` above 0 of these subscribers. */
function isFunded({ providerId }: Scope, subscriberIds: string[]) {
  return and(eq(credit.providerId, providerId), isOneOf(credit.id, subscriberIds), gt(credit.balance, ZERO));
}

/** The credit of subscribers, one row for each currency with any. */
export async function readBalances(scope: Scope, subscriberIds: string[]): Promise<Balance[]> {
  return scope.db
    .select({ subscriberId: credit.id, currency: credit.currency, balance: credit.balance })
    .from(credit)
    .where(isFunded(scope, subscriberIds))
    .orderBy(asc(credit.id), asc(credit.currency));
}

/** Locks those of the subscribers that have credit, by id, the order that every transaction keeps. @returns their ids */
export async function lockFunded(scope: WriteScope, subscriberIds: string[]): Promise<Set<string>> {
  const funded = scope.db.select({ id: credit.id }).from(credit).where(isFunded(scope, subscriberIds));
  const locked = await scope.db
    .select({ id: subscriber.id })
    .from(subscriber)
    .where(and(eq(subscriber.providerId, scope.providerId), inArray(subscriber.id, funded)))
    .orderBy(asc(subscriber.id))
    .for('no key update');
  return new Set(locked.map(({ id }) => id));
}

/** The credit of a subscriber in a currency, in minor units. */
export async function balanceOf(scope: Scope, subscriberId: string, currency: string): Promise<Minor> {
  const balances = await readBalances(scope, [subscriberId]);
  return balances.find((each) => each.currency === currency)?.balance ?? ZERO;
}

/** Nothing is to be checked any more: all that the credit of these locked subscribers covers is settled. */
export async function markSettled(scope: WriteScope, subscriberIds: string[]): Promise<void> {
  await scope.db
    .update(credit)
    .set({ settleAt: null })
    .where(
      and(
        eq(credit.providerId, scope.providerId),
        isOneOf(credit.id, subscriberIds),
        isNotNull(credit.settleAt),
      ),
    );
}
