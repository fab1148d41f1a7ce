import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import { subscriber } from '../../../../drizzle/schema/subscriber.ts';
import type { Minor } from '../../../contract/money.ts';
import { subscriberSnapshot } from '../../../contract/subscriber.ts';
import { column, defineResource, type Row } from '../../../state/resource.ts';
import { dueAmounts } from '../due-amounts.ts';
import { subscriberMachine } from './machine.ts';

const mine = sql`provider_id = ${column('subscriber', 'provider_id')} and subscriber_id = ${column('subscriber', 'id')}`;

export const subscriberResource = defineResource({
  name: 'subscriber',
  object: 'subscriber',
  table: subscriber,
  snapshot: subscriberSnapshot,
  machine: subscriberMachine,
  derive: ({ heldAt, holdReason }: typeof subscriber.$inferSelect) => ({
    hold: heldAt && { reason: holdReason, since: heldAt },
  }),
  computed: {
    subscriptionCount: sql<number>`(select count(*)::int from subscription where ${mine})`,
    balanceDue: sql<{ amount: Minor; currency: string }[]>`(
      select coalesce(json_agg(due order by due.currency), '[]') from (
        select currency, sum(amount)::bigint as amount from (${dueAmounts(mine)}) each group by currency
      ) due)`,
    creditBalance: sql<{ amount: Minor; currency: string }[]>`(
      select coalesce(json_agg(json_build_object('amount', balance, 'currency', currency) order by currency), '[]')
      from credit where ${mine} and balance > 0)`,
  },
  computedOfNew: { subscriptionCount: 0, balanceDue: [], creditBalance: [] },
});

/** The expression of the index `subscriber_search`. PostgreSQL uses the index only for the identical text. */
const searchedSubscriber = sql.raw(
  `("first_name" || ' ' || "last_name" || ' ' || "email" || ' ' || "phone" || ' ' || coalesce("external_user_id", '') || ' ' || coalesce("company_name", ''))`,
);

/**
 * A query of the ids of the provider's subscribers that a search text finds; an id may be there twice. The statement has a placeholder
 * `providerId` and those of `waysToSubscriber`.
 */
export function subscribersLike(pattern: SQL | Placeholder): SQL {
  const queries = waysToSubscriber(pattern).map(
    (way) => sql`
      select ${subscriber.id} from ${subscriber}
      where ${subscriber.providerId} = ${sql.placeholder('providerId')} and ${way}`,
  );
  return sql.join(queries, sql` union all `);
}

/** The expression of the index `subscriber_address`. PostgreSQL uses the index only for the identical text. */
const searchedAddress = sql.raw(
  `(coalesce("street", '') || ' ' || coalesce("city", '') || ' ' || coalesce("region", ''))`,
);

/**
 * The ways in which a search text finds a subscriber, each with an index of its own: the text is in it, or something that the text
 * also means is; its address contains the text; its account number begins with it. The statement has the placeholders of
 * `SearchValues`, which every list fills (`local-phone.ts`).
 * @param pattern of ILIKE
 */
export function waysToSubscriber(pattern: SQL | Placeholder): SQL[] {
  const start = sql`btrim(${pattern}::text, '%')`;
  return [
    sql`${searchedSubscriber} ilike ${pattern}`,
    sql`${searchedSubscriber} ilike any(${sql.placeholder('otherPatterns')}::text[])`,
    sql`${searchedAddress} ilike ${sql.placeholder('addressPattern')}::text`,
    sql`(${subscriber.accountNumber} >= ${start} and ${subscriber.accountNumber} < ${start} || '~')`,
  ];
}

export type SubscriberRow = Row<typeof subscriberResource>;
