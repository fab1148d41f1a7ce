import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  date,
  foreignKey,
  index,
  inet,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { billingCycle } from './billing.ts';
import { id, instant, timestamps } from './columns.ts';
import { provider } from './provider.ts';
import { nas } from './radius.ts';
import { subscription } from './subscription.ts';

/**
 * A start or a stop that FreeRADIUS has written, in the order of its commits for each session. The trigger on
 * `radius.radacct` writes it; a job creates or ends the session and deletes the row. Times are real time. The row has no
 * provider, because the job looks the subscription up, and no index besides its key, because FreeRADIUS waits for the write.
 */
export const pendingAccounting = pgTable('pending_accounting', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  /** When it arrived. */
  at: instant('at').notNull().default(sql`now()`),
  /** The key of its row in `radius.radacct`. */
  acctUniqueId: text('acct_unique_id').notNull(),
  username: text('username'),
  nasIpAddress: inet('nas_ip_address').notNull(),
  startedAt: instant('started_at').notNull(),
  /** Null for a start. */
  stoppedAt: instant('stopped_at'),
  terminateCause: text('terminate_cause'),
  framedIpAddress: inet('framed_ip_address'),
  inputOctets: bigint('input_octets', { mode: 'number' }),
  outputOctets: bigint('output_octets', { mode: 'number' }),
});

/**
 * A RADIUS session. A job creates and ends it by `pending_accounting`, by the provider's clock. Octets and addresses stay in
 * `radius.radacct`, so that an interim update touches one row and no index.
 */
export const networkSession = pgTable(
  'network_session',
  {
    id: id('id').notNull(),
    providerId: id('provider_id').notNull(),
    subscriptionId: id('subscription_id').notNull(),
    /** The subscription's subscriber, who never changes. */
    subscriberId: id('subscriber_id').notNull(),
    username: text('username').notNull(),
    /** The key of its row in `radius.radacct`. */
    acctUniqueId: text('acct_unique_id').notNull(),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    reason: text('reason'),
    throttled: boolean('throttled').notNull().default(false),
    /**
     * The instant of the last change of its subscription that the session is known to follow; null if FreeRADIUS may have
     * accepted it under an older state. If it differs from the subscription's, a session change is enqueued.
     */
    followsChangeAt: instant('follows_change_at'),
    /** Octets, in and out, that `network_usage` already includes. */
    countedOctets: bigint('counted_octets', { mode: 'number' }).notNull().default(0),
    /** Those of them that the customer sent. */
    countedUpload: bigint('counted_upload', { mode: 'number' }).notNull().default(0),
    /** Whether the session has ended and all of its octets are counted. */
    isCounted: boolean('is_counted').notNull().default(false),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({
      columns: [t.providerId, t.subscriptionId],
      foreignColumns: [subscription.providerId, subscription.id],
    }),
    uniqueIndex('network_session_accounted').on(t.acctUniqueId),
    index('network_session_created').on(t.providerId, t.createdAt, t.id),
    index('network_session_subscription').on(t.providerId, t.subscriptionId, t.createdAt, t.id),
    // `ended_at` is in no index, so that an end updates only the row. A session that is open is not counted either.
    index('network_session_uncounted').on(t.providerId, t.createdAt, t.id).where(sql`not ${t.isCounted}`),
    index('network_session_uncounted_line').on(t.providerId, t.subscriptionId).where(sql`not ${t.isCounted}`),
  ],
);

/**
 * A start or an end of a session that has no event yet, with the accounting figures of that instant. It is written in the
 * statement of the session; a job emits the event and deletes the row.
 */
export const networkSessionFact = pgTable(
  'network_session_fact',
  {
    providerId: id('provider_id').notNull(),
    id: bigserial('id', { mode: 'number' }).notNull(),
    sessionId: id('session_id').notNull(),
    /** When the accounting arrived, in the provider's time. */
    at: instant('at').notNull(),
    /** Null for a start. */
    endedAt: instant('ended_at'),
    reason: text('reason'),
    throttled: boolean('throttled').notNull(),
    ipAddress: text('ip_address'),
    nasIpAddress: text('nas_ip_address').notNull(),
    inputOctets: bigint('input_octets', { mode: 'number' }).notNull(),
    outputOctets: bigint('output_octets', { mode: 'number' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.id] })],
);

/**
 * Accounting for a subscription from a network server of another partner. It is counted here instead of creating a session; a
 * job logs the row and deletes it. Times are real time.
 */
export const forgedAccounting = pgTable(
  'forged_accounting',
  {
    /** The subscription's provider. */
    providerId: id('provider_id').notNull(),
    subscriptionId: id('subscription_id').notNull(),
    /** The server's address. */
    address: text('address').notNull(),
    /** The server's provider. */
    serverProviderId: id('server_provider_id')
      .notNull()
      .references(() => provider.id),
    /** Starts and ends of sessions that were refused. */
    attempts: integer('attempts').notNull().default(1),
    firstAt: instant('first_at').notNull().default(sql`now()`),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.subscriptionId, t.address] }),
    foreignKey({
      columns: [t.providerId, t.subscriptionId],
      foreignColumns: [subscription.providerId, subscription.id],
    }),
  ],
);

/** The usage of a subscription in one cycle. */
export const networkUsage = pgTable(
  'network_usage',
  {
    providerId: id('provider_id').notNull(),
    billingCycleId: id('billing_cycle_id').notNull(),
    subscriptionId: id('subscription_id').notNull(),
    /** The plan whose cap applies. After a switch in the cycle it is the new plan. */
    planId: id('plan_id').notNull(),
    /** The data cap in octets, both directions together; null without a cap. */
    capOctets: bigint('cap_octets', { mode: 'number' }),
    /** Octets, in and out together. */
    octets: bigint('octets', { mode: 'number' }).notNull(),
    /** When the count passed the cap, in the provider's time. */
    passedCapAt: instant('passed_cap_at'),
    /** When the subscription was throttled, in the provider's time. */
    throttledAt: instant('throttled_at'),
    /** The throttled speed in Mbps. */
    throttledTo: jsonb('throttled_to').$type<{ downloadSpeedMbps: number; uploadSpeedMbps: number }>(),
    /** Whether the provider's throttle rate has changed since and is not applied yet. */
    isOutpaced: boolean('is_outpaced').notNull().default(false),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.billingCycleId] }),
    foreignKey({
      columns: [t.providerId, t.billingCycleId],
      foreignColumns: [billingCycle.providerId, billingCycle.id],
    }),
    index('network_usage_to_throttle')
      .on(t.providerId, t.billingCycleId)
      .where(sql`${t.passedCapAt} is not null and (${t.throttledAt} is null or ${t.isOutpaced})`),
    check('network_usage_throttled', sql`(${t.throttledAt} is null) = (${t.throttledTo} is null)`),
    check('network_usage_counts_up', sql`${t.octets} >= 0 and ${t.capOctets} > 0`),
  ],
);

/**
 * What a subscription transferred on one calendar day of the provider's time zone. The days of a subscription add up to the
 * counted octets of its sessions. A job deletes days that are older than 92 days.
 */
export const networkUsageDay = pgTable(
  'network_usage_day',
  {
    providerId: id('provider_id').notNull(),
    subscriptionId: id('subscription_id').notNull(),
    day: date('day').notNull(),
    /** Octets to the customer. */
    download: bigint('download', { mode: 'number' }).notNull(),
    /** Octets from the customer. */
    upload: bigint('upload', { mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.subscriptionId, t.day] }),
    foreignKey({
      columns: [t.providerId, t.subscriptionId],
      foreignColumns: [subscription.providerId, subscription.id],
    }),
    index('network_usage_day_day').on(t.day),
    check('network_usage_day_counts_up', sql`${t.download} >= 0 and ${t.upload} >= 0`),
  ],
);

/**
 * A pending session change: the session may not match its subscription. A job sends the NAS a CoA-Request or a
 * Disconnect-Request and deletes the row. Times are real time.
 */
export const sessionChange = pgTable(
  'network_command',
  {
    providerId: id('provider_id').notNull(),
    sessionId: id('session_id').notNull(),
    /** Rises with each further change, so that a running attempt does not delete the row. */
    version: integer('version').notNull().default(1),
    attempts: integer('attempts').notNull().default(0),
    dueAt: instant('due_at').notNull(),
    /** Why the last attempt failed. */
    failure: text('failure'),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.sessionId] }),
    foreignKey({
      columns: [t.providerId, t.sessionId],
      foreignColumns: [networkSession.providerId, networkSession.id],
    }).onDelete('cascade'),
    index('network_command_due').on(t.providerId, t.dueAt),
  ],
);

/** A network server of a provider. FreeRADIUS reads its address and secret from `radius.nas`. */
export const networkServer = pgTable(
  'network_server',
  {
    id: id('id').notNull(),
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    nasId: integer('nas_id')
      .notNull()
      .references(() => nas.id),
    name: text('name').notNull(),
    /** IPv4 or IPv6: the source address of its packets, which FreeRADIUS writes into NAS-IP-Address. */
    address: text('address').notNull(),
    /** UDP port for CoA and Disconnect requests. */
    coaPort: integer('coa_port').notNull(),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    uniqueIndex('network_server_nas').on(t.nasId),
    uniqueIndex('network_server_address').on(t.address),
    index('network_server_created').on(t.providerId, t.createdAt, t.id),
    check('network_server_port', sql`${t.coaPort} between 1 and 65535`),
  ],
);

/**
 * The last owner of an address whose network server was removed. FreeRADIUS accepts packets from it until its next start,
 * and they must not count as the operator's.
 */
export const formerNetworkServer = pgTable('former_network_server', {
  address: text('address').primaryKey(),
  providerId: id('provider_id')
    .notNull()
    .references(() => provider.id),
  removedAt: instant('removed_at').notNull(),
});

/**
 * Since when accounting could arrive without a gap, in real time. One row for all providers, written by the sweep that ends
 * silent sessions. A long gap between sweeps counts as downtime.
 */
export const networkListening = pgTable(
  'network_listening',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    since: instant('since').notNull(),
    /** When the last sweep ran. */
    sweptAt: instant('swept_at').notNull(),
  },
  (t) => [check('network_listening_only', sql`${t.isOnly}`)],
);
