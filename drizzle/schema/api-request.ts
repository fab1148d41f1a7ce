import { sql } from 'drizzle-orm';
import { boolean, index, integer, pgTable, primaryKey, real, text } from 'drizzle-orm/pg-core';
import { enumText, id, instant, timestamps } from './columns.ts';

/**
 * One call of the API under `/v1`, with its answer. Partitioned by day of `recordedAt`, because it expires by partition.
 * Secrets in the query and in both bodies are masked. `createdAt` is the provider's time at which the call was received.
 */
export const apiRequest = pgTable(
  'api_request',
  {
    id: id('id').notNull(),
    providerId: id('provider_id').notNull(),
    callerType: enumText('caller_type', ['credential', 'integration']).notNull(),
    callerId: id('caller_id').notNull(),
    /** The label of the credential, or the name of the integration, at the time of the call. */
    callerName: text('caller_name').notNull(),
    method: text('method').notNull(),
    /** The path template, such as `/v1/plans/{id}`; null where no operation has the path. */
    route: text('route'),
    path: text('path').notNull(),
    /** The query string without `?`, as it was sent. */
    query: text('query'),
    status: integer('status').notNull(),
    /** The key of the refusal in the catalogue of errors; null for a success. */
    error: text('error'),
    durationMs: real('duration_ms').notNull(),
    address: text('address').notNull(),
    userAgent: text('user_agent'),
    correlationId: text('correlation_id').notNull(),
    idempotencyKey: text('idempotency_key'),
    /** Whether the answer is that of an earlier call with the same key. */
    replayed: boolean('replayed').notNull(),
    dryRun: boolean('dry_run').notNull(),
    /** False for a call that names the account without proof. */
    authenticated: boolean('authenticated').notNull().default(true),
    /** JSON text, cut at 16 KiB; null without a JSON body. */
    requestBody: text('request_body'),
    responseBody: text('response_body'),
    /** Real time; its day selects the partition. */
    recordedAt: instant('recorded_at').notNull(),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id, t.recordedAt] }),
    index('api_request_correlation').on(t.providerId, t.correlationId),
    index('api_request_unauthenticated').on(t.providerId, t.recordedAt).where(sql`not authenticated`),
    index('api_request_refused').on(t.providerId, t.id).where(sql`status >= 400`),
  ],
);
