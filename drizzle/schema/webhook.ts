import { sql } from 'drizzle-orm';
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { enumText, id, instant, timestamps } from './columns.ts';
import { provider } from './provider.ts';

const apiVersions = ['2025-06-01', '2026-01-15'] as const;

/** An endpoint of the partner that receives events. */
export const webhook = pgTable(
  'webhook',
  {
    id: id('id').notNull(),
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    url: text('url').notNull(),
    /** Names and patterns, as the function `webhook_subscribes_to` matches them. */
    events: text('events').array().notNull(),
    /** Custom headers as JSON text, encrypted: they usually contain credentials. */
    sealedHeaders: text('sealed_headers').notNull(),
    apiVersion: enumText('api_version', apiVersions).notNull(),
    description: text('description'),
    /** A deleted one is kept for its deliveries, without its secrets. */
    status: enumText('status', ['ACTIVE', 'DISABLED', 'deleted']).notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    secretLast4: text('secret_last4').notNull(),
    /** The secret before the last rotation, and the real time until which it signs too. */
    sealedPreviousSecret: text('sealed_previous_secret'),
    previousSecretUntil: instant('previous_secret_until'),
    /** Real time of the first failure since the last success; null without failures. */
    failingSince: instant('failing_since'),
    /** Warnings sent to the owners: 0, 1 or 2. */
    warnings: smallint('warnings').notNull().default(0),
    disabledReason: enumText('disabled_reason', ['REQUESTED', 'GONE', 'FAILING']),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    index('webhook_created').on(t.providerId, t.createdAt, t.id),
    check('webhook_api_version', sql`${t.apiVersion} in ('2025-06-01', '2026-01-15')`),
    check('webhook_status', sql`${t.status} in ('ACTIVE', 'DISABLED', 'deleted')`),
    check('webhook_disabled_reason', sql`${t.disabledReason} in ('REQUESTED', 'GONE', 'FAILING')`),
    check('webhook_disabled_why', sql`${t.status} <> 'DISABLED' or ${t.disabledReason} is not null`),
    check('webhook_events', sql`cardinality(${t.events}) > 0`),
    check(
      'webhook_previous_secret',
      sql`(${t.sealedPreviousSecret} is null) = (${t.previousSecretUntil} is null)`,
    ),
  ],
);

/**
 * One event for one webhook. Partitioned by month of the event's `recordedAt`, so that one unique index covers both
 * columns. All times but `createdAt` and `updatedAt` are real.
 */
export const delivery = pgTable(
  'delivery',
  {
    id: id('id').notNull(),
    providerId: id('provider_id').notNull(),
    webhookId: id('webhook_id').notNull(),
    eventId: id('event_id').notNull(),
    eventType: text('event_type').notNull(),
    /** `recordedAt` of the event. */
    recordedAt: instant('recorded_at').notNull(),
    /** The webhook's version when the event occurred, so that every attempt sends the same bytes. */
    apiVersion: enumText('api_version', apiVersions).notNull(),
    /** The body of a test event, which is stored nowhere else. */
    testBody: text('test_body'),
    /** Attempts begun: the number of the latest, which fences its result. */
    attemptsBegun: integer('attempts').notNull().default(0),
    /** Failures since it was queued or resent: its position in the retry schedule. */
    failures: integer('failures').notNull().default(0),
    nextAttemptAt: instant('next_attempt_at'),
    deliveredAt: instant('delivered_at'),
    /** The running attempt: the end of its lease, its id and its start. */
    leasedUntil: instant('leased_until'),
    attemptId: id('attempt_id'),
    attemptedAt: instant('attempted_at'),
    status: enumText('status', ['PENDING', 'DELIVERED', 'FAILED'])
      .notNull()
      .generatedAlwaysAs(
        sql`case when next_attempt_at is not null then 'PENDING' when delivered_at is not null then 'DELIVERED' else 'FAILED' end`,
      ),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id, t.recordedAt] }),
    foreignKey({
      columns: [t.providerId, t.webhookId],
      foreignColumns: [webhook.providerId, webhook.id],
    }),
    uniqueIndex('delivery_event_webhook').on(t.providerId, t.eventId, t.webhookId, t.recordedAt),
    index('delivery_created').on(t.providerId, t.webhookId, t.createdAt, t.id),
    index('delivery_of_all').on(t.providerId, t.createdAt, t.id),
    index('delivery_failed')
      .on(t.providerId, t.webhookId, t.createdAt, t.id)
      .where(sql`next_attempt_at is null and delivered_at is null`),
    /** What is due at once, in the order in which it is started. */
    index('delivery_due')
      .on(t.providerId, t.webhookId, t.eventId)
      .where(sql`${t.nextAttemptAt} is not null and ${t.failures} = 0`),
    /** What waits for a retry: of one webhook, and of all. */
    index('delivery_retry')
      .on(t.providerId, t.webhookId, t.nextAttemptAt)
      .where(sql`${t.nextAttemptAt} is not null and ${t.failures} > 0`),
    index('delivery_retry_time')
      .on(t.nextAttemptAt, t.providerId)
      .where(sql`${t.nextAttemptAt} is not null and ${t.failures} > 0`),
    check('delivery_pending_or_delivered', sql`${t.nextAttemptAt} is null or ${t.deliveredAt} is null`),
    check('delivery_lease', sql`(${t.leasedUntil} is null) = (${t.attemptId} is null)`),
  ],
);

/** The result of one attempt. Partitioned by month of `at`, which is real time. */
export const deliveryAttempt = pgTable(
  'delivery_attempt',
  {
    id: id('id').notNull(),
    providerId: id('provider_id').notNull(),
    deliveryId: id('delivery_id').notNull(),
    number: integer('number').notNull(),
    at: instant('at').notNull(),
    responseStatus: integer('response_status'),
    latencyMs: integer('latency_ms'),
    /** The first KiB of the answer. */
    responseExcerpt: text('response_excerpt'),
    error: text('error'),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.deliveryId, t.number, t.at] })],
);
