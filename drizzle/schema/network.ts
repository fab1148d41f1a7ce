import { sql } from 'drizzle-orm';
import { boolean, foreignKey, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, instant, timestamps } from './columns.ts';
import { provider } from './provider.ts';
import { subscriber } from './subscriber.ts';
import { subscription } from './subscription.ts';

/**
 * A subscriber's time online. Triggers on `radius.radacct` make and end it, by the provider's clock; its octets and
 * addresses stay there, so that an interim update touches one row and no index.
 */
export const networkSession = pgTable(
  'network_session',
  {
    id: id('id').notNull(),
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    subscriptionId: id('subscription_id').notNull(),
    subscriberId: id('subscriber_id').notNull(),
    username: text('username').notNull(),
    /** The key of its row in `radius.radacct`. */
    acctUniqueId: text('acct_unique_id').notNull(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    reason: text('reason'),
    throttled: boolean('throttled').notNull().default(false),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({
      columns: [t.providerId, t.subscriptionId],
      foreignColumns: [subscription.providerId, subscription.id],
    }),
    foreignKey({
      columns: [t.providerId, t.subscriberId],
      foreignColumns: [subscriber.providerId, subscriber.id],
    }),
    uniqueIndex('network_session_accounted').on(t.acctUniqueId),
    index('network_session_created').on(t.providerId, t.createdAt, t.id),
    index('network_session_subscription').on(t.providerId, t.subscriptionId, t.createdAt, t.id),
    index('network_session_online').on(t.providerId, t.createdAt, t.id).where(sql`${t.endedAt} is null`),
  ],
);
