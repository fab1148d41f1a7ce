import { getTableColumns, sql as statement } from 'drizzle-orm';
import { subscriber } from '../../drizzle/schema/subscriber.ts';
import { subscription } from '../../drizzle/schema/subscription.ts';
import { type Db, driver, type Tx } from '../../server/db/client.ts';
import { desiredUser } from '../../server/domain/subscription/network.ts';
import { desiredRows, type RadiusRow, type Speed } from '../../server/radius/desired.ts';
import type { Rule } from './rule.ts';

/** What has to be true of the RADIUS tables: they hold what the subscriptions' states mean, and nothing else. */
export const networkRules: Rule[] = [
  {
    name: 'the network knows of every user what their subscription says',
    async broken(db: Db | Tx) {
      const stored = await driver(db)<RadiusRow[]>`
        select 'radcheck' as table, username, attribute, op, value, null as groupname, null as priority from radius.radcheck
        union all select 'radreply', username, attribute, op, value, null, null from radius.radreply
        union all select 'radusergroup', username, null, null, null, groupname, priority::text from radius.radusergroup`;
      const passwords = new Map(
        stored.flatMap((row) => (row.table === 'radcheck' ? [[row.username, row.value]] : [])),
      );
      const rows = await db
        .select({
          ...getTableColumns(subscription),
          isHeld: statement<boolean>`${subscriber.heldAt} is not null`,
          throttle: statement<Speed | null>`(
            select u.throttled_to from billing_cycle c
            join network_usage u on u.provider_id = c.provider_id and u.billing_cycle_id = c.id
            where c.provider_id = ${subscription.providerId} and c.subscription_id = ${subscription.id}
              and c.status in ('ACTIVE', 'OVERDUE') and u.throttled_at is not null and u.plan_id = c.plan_id)`,
        })
        .from(subscription)
        .innerJoin(
          subscriber,
          statement`${subscriber.providerId} = ${subscription.providerId} and ${subscriber.id} = ${subscription.subscriberId}`,
        )
        .where(statement`${subscription.radiusUsername} is not null`);
      const wanted = rows.flatMap(({ isHeld, throttle, ...row }) =>
        desiredRows(desiredUser(row, isHeld, passwords, throttle ?? undefined)),
      );
      const [is, should] = [stored.map(inWords).sort(), wanted.map(inWords).sort()];
      return [
        ...without(is, should).map((row) => `${row} is there`),
        ...without(should, is).map((row) => `${row} is missing`),
      ];
    },
  },
];

function inWords(row: RadiusRow): string {
  return row.table === 'radusergroup'
    ? `${row.table} ${row.username} ${row.groupname} ${row.priority}`
    : `${row.table} ${row.username} ${row.attribute} ${row.op} ${row.value}`;
}

/** What of a list is left when everything in another is taken from it, as often as it is in there. */
function without(list: string[], other: string[]): string[] {
  const taken = new Map<string, number>();
  for (const item of other) taken.set(item, (taken.get(item) ?? 0) + 1);
  return list.filter((item) => {
    const left = taken.get(item) ?? 0;
    taken.set(item, left - 1);
    return left <= 0;
  });
}
