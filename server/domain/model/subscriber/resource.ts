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
  derive: ({ heldAt, holdReason }) => ({
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
export const searchedSubscriber = sql.raw(
  `("first_name" || ' ' || "last_name" || ' ' || "email" || ' ' || "phone" || ' ' || coalesce("external_user_id", '') || ' ' || coalesce("company_name", ''))`,
);

/**
 * A query of the ids of the provider's subscribers whose name, company, email, phone number or external id matches a pattern of ILIKE. It
 * uses the index `subscriber_search`. The statement has a placeholder `providerId`.
 */
export function subscribersLike(pattern: SQL | Placeholder): SQL {
  return sql`
    select ${subscriber.id} from ${subscriber}
    where ${subscriber.providerId} = ${sql.placeholder('providerId')} and ${isSubscriberLike(pattern)}`;
}

/** The expression of the index `subscriber_address`. PostgreSQL uses the index only for the identical text. */
const searchedAddress = sql.raw(
  `(coalesce("street", '') || ' ' || coalesce("city", '') || ' ' || coalesce("region", ''))`,
);

/**
 * The subscriber matches a pattern of ILIKE or one of those that the search text also means, has an address that contains the text, or
 * an account number that begins with it. The statement has the placeholders of `SearchValues`, which every list fills
 * (`local-phone.ts`).
 */
export function isSubscriberLike(pattern: SQL | Placeholder): SQL {
  const start = sql`btrim(${pattern}::text, '%')`;
  return sql`(${searchedSubscriber} ilike ${pattern}
    or ${searchedSubscriber} ilike any(${sql.placeholder('otherPatterns')}::text[])
    or ${searchedAddress} ilike ${sql.placeholder('addressPattern')}::text
    or (${subscriber.accountNumber} >= ${start} and ${subscriber.accountNumber} < ${start} || '~'))`;
}

export type SubscriberRow = Row<typeof subscriberResource>;
