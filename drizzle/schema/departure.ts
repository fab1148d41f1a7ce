import { sql } from 'drizzle-orm';
import { check, foreignKey, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { enumText, id, money, timestamps } from './columns.ts';
import { subscriber } from './subscriber.ts';
import { subscription } from './subscription.ts';

/** A request that ends a subscription, with the reason of the customer. It stays where the request is withdrawn. */
export const departure = pgTable(
  'departure',
  {
    id: id('id').notNull(),
    providerId: id('provider_id').notNull(),
    subscriptionId: id('subscription_id').notNull(),
    subscriberId: id('subscriber_id').notNull(),
    planId: id('plan_id').notNull(),
    kind: enumText('kind', ['CANCELLATION', 'PLAN_REMOVAL', 'TERMINATION']).notNull(),
    /** Null where none was given. */
    reason: enumText('reason', [
      'TOO_EXPENSIVE',
      'QUALITY',
      'OTHER_PROVIDER',
      'MOVED',
      'NOT_NEEDED',
      'NOT_PAID',
      'OTHER',
    ]),
    note: text('note'),
    /** What the subscription paid a month at the request, without tax; 0 before the first payment. */
    mrr: money('mrr').notNull(),
    currency: text('currency').notNull(),
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
    index('departure_created').on(t.providerId, t.createdAt, t.id),
    index('departure_subscription').on(t.providerId, t.subscriptionId),
    index('departure_subscriber').on(t.providerId, t.subscriberId),
    check('departure_kind_known', sql`${t.kind} in ('CANCELLATION', 'PLAN_REMOVAL', 'TERMINATION')`),
    check(
      'departure_reason_known',
      sql`${t.reason} in ('TOO_EXPENSIVE', 'QUALITY', 'OTHER_PROVIDER', 'MOVED', 'NOT_NEEDED', 'NOT_PAID', 'OTHER')`,
    ),
    check('departure_mrr', sql`${t.mrr} >= 0`),
  ],
);
