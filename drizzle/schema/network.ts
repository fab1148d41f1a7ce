import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  foreignKey,
  index,
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
    /**
     * The change of its subscription that it is known to follow, by its instant; null where it may have been let online
     * by what held before. One that follows another than the subscription's last has to be told.
     */
    followsChangeAt: instant('follows_change_at'),
    /** How many of its bytes, in and out, are counted in `network_usage` already. */
    countedOctets: bigint('counted_octets', { mode: 'number' }).notNull().default(0),
    /** Whether it ended and all of its bytes are counted. */
    isCounted: boolean('is_counted').notNull().default(false),
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
    index('network_session_line').on(t.providerId, t.subscriptionId).where(sql`${t.endedAt} is null`),
    index('network_session_uncounted').on(t.providerId, t.id).where(sql`not ${t.isCounted}`),
  ],
);

/**
 * A start or an end of a session that is still to be announced, with the figures of its accounting at that instant. The
 * trigger on `radius.radacct` writes it with the session; a job makes the event of it and deletes the row.
 */
export const networkSessionFact = pgTable(
  'network_session_fact',
  {
    providerId: id('provider_id').notNull(),
    id: bigserial('id', { mode: 'number' }).notNull(),
    sessionId: id('session_id').notNull(),
    /** When it was accounted for, in the provider's time. */
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
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({
      columns: [t.providerId, t.sessionId],
      foreignColumns: [networkSession.providerId, networkSession.id],
    }).onDelete('cascade'),
  ],
);

/**
 * Accounting for a subscription from a network server of another partner, counted until a job logs it. The trigger on
 * `radius.radacct` writes it instead of a session. Times are real ones.
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
    /** Sessions that it would have started or ended. */
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

/** What a subscription used in one cycle. */
export const networkUsage = pgTable(
  'network_usage',
  {
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    billingCycleId: id('billing_cycle_id').notNull(),
    subscriptionId: id('subscription_id').notNull(),
    /** The plan whose cap holds; a switch to another plan in the cycle brings that one's cap. */
    planId: id('plan_id').notNull(),
    /** Bytes of both directions that may be used at full speed; null without a cap. */
    capOctets: bigint('cap_octets', { mode: 'number' }),
    /** Bytes, in and out together. */
    octets: bigint('octets', { mode: 'number' }).notNull(),
    /** When it was counted past the cap, in the provider's time. */
    passedCapAt: instant('passed_cap_at'),
    /** When the network was told so, in the provider's time. */
    throttledAt: instant('throttled_at'),
    /** The speed it is down to since, in Mbps. */
    throttledTo: jsonb('throttled_to').$type<{ downloadSpeedMbps: number; uploadSpeedMbps: number }>(),
    /** Whether the provider's throttle rate has become another since, and it is not down to that one yet. */
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
 * Sessions online that may be at odds with what their subscription says by now: a job looks, tells the NAS, and takes
 * the row away. Times are real ones.
 */
export const networkCommand = pgTable(
  'network_command',
  {
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    sessionId: id('session_id').notNull(),
    /** Goes up whenever it is asked for again, so that an attempt under way does not take the newer wish away. */
    version: integer('version').notNull().default(1),
    attempts: integer('attempts').notNull().default(0),
    dueAt: instant('due_at').notNull(),
    /** What the NAS, or the way to it, said last. */
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

/** A network access server of a provider. FreeRADIUS reads its address and secret in `radius.nas`, where it stands too. */
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
    /** IPv4 or IPv6: where its packets come from, which FreeRADIUS puts into NAS-IP-Address. */
    address: text('address').notNull(),
    /** Where it takes CoA and Disconnect requests. */
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
 * The last owner of an address that no network server has any more. FreeRADIUS accepts its packets until the next start,
 * so it is not the operator's.
 */
export const formerNetworkServer = pgTable('former_network_server', {
  address: text('address').primaryKey(),
  providerId: id('provider_id')
    .notNull()
    .references(() => provider.id),
  removedAt: instant('removed_at').notNull(),
});

/**
 * Since when accounting could arrive without a break, by real time. One row for all providers, kept by the sweep that
 * ends silent sessions: while it does not come by, perhaps nobody was there to be told anything.
 */
export const networkListening = pgTable(
  'network_listening',
  {
    isOnly: boolean('is_only').primaryKey().default(true),
    since: instant('since').notNull(),
    /** When the sweep came by last. */
    sweptAt: instant('swept_at').notNull(),
  },
  (t) => [check('network_listening_only', sql`${t.isOnly}`)],
);
