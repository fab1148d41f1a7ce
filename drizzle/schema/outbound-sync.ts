import { sql } from 'drizzle-orm';
import { bigint, check, foreignKey, index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { id, instant, timestamps } from './columns.ts';
import { integration } from './integration.ts';
import { subscription } from './subscription.ts';

/**
 * An API key of an external system. The nonces of a key must increase, so all requests with it form one sequence with one
 * sender at a time. Integrations of several accounts share the row if they share the key; no tenant owns it.
 */
export const externalApiKey = pgTable('outward_key', {
  /** Fingerprint of the system's host and the key. */
  id: text('id').primaryKey(),
  lastNonce: bigint('last_nonce', { mode: 'number' }).notNull().default(0),
  /** Real time until which one attempt alone may use the key. */
  leasedUntil: instant('leased_until'),
});

/** The settings of an integration's outbound sync. Without a row it is off. */
export const outboundSync = pgTable(
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
      .references(() => externalApiKey.id),
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

/** The state of a service that was pushed last. */
export type SentService = { tariffId: string; status: 'active' | 'disabled'; login: string };

/**
 * A subscription and its service in an external system. A trigger on `subscription` marks the row as due in the
 * transaction of each change; the outbound sync job pushes the desired state.
 */
export const syncedService = pgTable(
  'mirrored_service',
  {
    providerId: id('provider_id').notNull(),
    integrationId: id('integration_id').notNull(),
    subscriptionId: id('subscription_id').notNull(),
    /** Counts the changes, so that a change during an attempt is pushed after it. */
    changes: bigint('changes', { mode: 'number' }).notNull().default(1),
    /** The external customer and the network user name. Written before the service is created. */
    customerId: text('customer_id'),
    login: text('login'),
    externalServiceId: text('external_service_id'),
    /** Null while the service does not exist there. */
    sent: jsonb('sent').$type<SentService>(),
    /** The fence: only the attempt with this number may write its result. */
    attempts: bigint('attempts', { mode: 'number' }).notNull().default(0),
    /** Failures since the last success. */
    failures: bigint('failures', { mode: 'number' }).notNull().default(0),
    /** Real time of the next attempt; null when none is due. */
    nextAttemptAt: instant('next_attempt_at'),
    leasedUntil: instant('leased_until'),
    /** Why the last attempt failed. With `next_attempt_at` null, it is not retried until something changes. */
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
    index('mirrored_service_blocked')
      .on(t.providerId, t.integrationId, t.updatedAt)
      .where(sql`${t.failure} is not null and ${t.nextAttemptAt} is null`),
    index('mirrored_service_subscription').on(t.providerId, t.subscriptionId),
    index('mirrored_service_external').on(t.providerId, t.integrationId, t.externalServiceId),
    index('mirrored_service_login').on(t.providerId, t.integrationId, t.customerId, t.login),
    check('mirrored_service_sent', sql`${t.sent} is null or ${t.externalServiceId} is not null`),
  ],
);
