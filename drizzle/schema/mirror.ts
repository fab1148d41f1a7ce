import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant, timestamps } from './columns.ts';
import { integration } from './integration.ts';
import { subscription } from './subscription.ts';

/**
 * An API key of an external system. Nonces of a key only go up, so its requests have one sequence and one sender at a
 * time, whichever process, integration or account uses it: the one table of the tenants' that belongs to none of them.
 */
export const outwardKey = pgTable('outward_key', {
  /** A fingerprint of the system's host and the key. */
  id: text('id').primaryKey(),
  lastNonce: bigint('last_nonce', { mode: 'number' }).notNull().default(0),
  /** Real time until which one attempt alone uses it. */
  leasedUntil: instant('leased_until'),
});

/** How an integration's system is told of our own subscriptions; without a row it is told of none. */
export const mirror = pgTable(
  'mirror',
  {
    providerId: id('provider_id').notNull(),
    integrationId: id('integration_id').notNull(),
    baseUrl: text('base_url').notNull(),
    sealedApiKey: text('sealed_api_key').notNull(),
    apiKeyLast4: text('api_key_last4').notNull(),
    sealedApiSecret: text('sealed_api_secret').notNull(),
    keyId: text('key_id')
      .notNull()
      .references(() => outwardKey.id),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.integrationId] }),
    foreignKey({
      columns: [t.providerId, t.integrationId],
      foreignColumns: [integration.providerId, integration.id],
    }),
  ],
);

/** What the external system was last told of a service. */
export type SentService = { tariffId: string; status: 'active' | 'disabled'; login: string };

/**
 * A subscription of ours and the service that stands for it in an external system. A trigger on `subscription` writes it
 * down in the transaction of each change; a job brings the other system to the subscription's state.
 */
export const mirroredService = pgTable(
  'mirrored_service',
  {
    providerId: id('provider_id').notNull(),
    integrationId: id('integration_id').notNull(),
    subscriptionId: id('subscription_id').notNull(),
    /** Counts the changes: what changes during an attempt is seen after it. */
    changes: bigint('changes', { mode: 'number' }).notNull().default(1),
    /** Whose customer it is there and the name it signs in with; written before it is made. */
    customerId: text('customer_id'),
    login: text('login'),
    externalServiceId: text('external_service_id'),
    /** Null while it is not there. */
    sent: jsonb('sent').$type<SentService>(),
    /** The token of the one that is at it, for as long as the lease lasts. */
    attempts: bigint('attempts', { mode: 'number' }).notNull().default(0),
    /** Since the last success. */
    failures: bigint('failures', { mode: 'number' }).notNull().default(0),
    /** Real time of the next attempt; null when nothing is to be told. */
    nextAttemptAt: instant('next_attempt_at'),
    leasedUntil: instant('leased_until'),
    /** Why the last attempt failed; with no further attempt, why it failed until something changes. */
    failure: text('failure'),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.integrationId, t.subscriptionId] }),
    foreignKey({
      columns: [t.providerId, t.integrationId],
      foreignColumns: [integration.providerId, integration.id],
    }),
    foreignKey({
      columns: [t.providerId, t.subscriptionId],
      foreignColumns: [subscription.providerId, subscription.id],
    }),
    index('mirrored_service_due')
      .on(t.providerId, t.nextAttemptAt)
      .where(sql`${t.nextAttemptAt} is not null`),
    index('mirrored_service_failed').on(t.providerId, t.integrationId).where(sql`${t.failure} is not null`),
    index('mirrored_service_subscription').on(t.providerId, t.subscriptionId),
    index('mirrored_service_external').on(t.providerId, t.integrationId, t.externalServiceId),
    index('mirrored_service_login').on(t.providerId, t.integrationId, t.customerId, t.login),
    check('mirrored_service_sent', sql`${t.sent} is null or ${t.externalServiceId} is not null`),
  ],
);
