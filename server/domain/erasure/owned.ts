import { type SQL, sql } from 'drizzle-orm';
import type { Scope } from '../../work/scope.ts';

/** The ids of a subscriber and of the rows that events and audit entries about the subscriber have. */
export type Owned = { subscriptions: string[]; payments: string[]; all: string[] };

/** Reads the ids. The subscriber is locked, so no row is added meanwhile. */
export async function readOwned(scope: Scope, subscriberId: string): Promise<Owned> {
  const rows = await scope.db.execute<{ id: string }>(ownedIds(scope, subscriberId));
  const all = rows.map(({ id }) => id);
  return {
    all,
    subscriptions: all.filter((id) => id.startsWith('sbn_')),
    payments: all.filter((id) => id.startsWith('pay_')),
  };
}

/** The query for the ids. Each arm uses an index on the subscriber or on the subscriptions. */
function ownedIds({ providerId }: Scope, subscriberId: string): SQL {
  const ofSubscriber = (table: string) => sql`
    union all select id from ${sql.identifier(table)}
    where provider_id = ${providerId} and subscriber_id = ${subscriberId}`;
  return sql`
    select ${subscriberId}::text as id
    ${sql.join(['subscription', 'payment', 'receipt', 'refund', 'charge', 'mail'].map(ofSubscriber), sql` `)}
    union all select i.id from subscription s join installation i
      on i.provider_id = s.provider_id and i.subscription_id = s.id
    where s.provider_id = ${providerId} and s.subscriber_id = ${subscriberId}`;
}
