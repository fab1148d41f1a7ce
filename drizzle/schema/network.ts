import { type SQL, sql } from 'drizzle-orm';
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
  type PgColumn,
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
 * A packet that FreeRADIUS has written, in the order of its commits for each session: a start, a stop, a packet about a session
 * that has a stop time, or one whose counters fall. Other interim updates are read from `radius.radacct`. The trigger on that table
 * writes it; a job processes it and deletes the row. Times are real time. The row has no provider, because the job looks the
 * subscription up, and no index besides its key, because FreeRADIUS waits for the write.
 */
export const pendingAccounting = pgTable('pending_accounting', {
  id: bigserial('id', { mode: 'number' }).primaryKey(),
  /** When it arrived. */
  at: instant('at').notNull().default(sql`now()`),
  /** `reboot` is Accounting-On or Accounting-Off of the server. */
  kind: text('kind').$type<'start' | 'interim' | 'stop' | 'reboot'>().notNull().default('start'),
  /** The key of its row in `radius.radacct`. */
  acctUniqueId: text('acct_unique_id').notNull(),
  username: text('username'),
  nasIpAddress: inet('nas_ip_address').notNull(),
  /** This time and the next two are by the router's clock. */
  startedAt: instant('started_at').notNull(),
  reportedAt: instant('reported_at'),
  /** Null unless the packet ends the session. */
  stoppedAt: instant('stopped_at'),
  terminateCause: text('terminate_cause'),
  /** Acct-Session-Time, in seconds. */
  sessionTime: bigint('session_time', { mode: 'number' }),
  inputOctets: bigint('input_octets', { mode: 'number' }),
  outputOctets: bigint('output_octets', { mode: 'number' }),
  framedIpAddress: inet('framed_ip_address'),
  framedIpv6Address: inet('framed_ipv6_address'),
  framedIpv6Prefix: inet('framed_ipv6_prefix'),
  delegatedIpv6Prefix: inet('delegated_ipv6_prefix'),
  callingStationId: text('calling_station_id'),
  /** Acct-Session-Time and counters that the row had before. */
  previousTime: bigint('previous_time', { mode: 'number' }),
  previousInput: bigint('previous_input', { mode: 'number' }),
  previousOutput: bigint('previous_output', { mode: 'number' }),
});

/** The twelve digits of the MAC address that a Calling-Station-Id begins with, in lower case. Servers separate them in several ways. */
export const stationDigits = (callingStationId: Pick<PgColumn, 'name'> | SQL) =>
  sql`left(translate(lower(${callingStationId}), ':-.', ''), 12)`;

/**
 * A RADIUS session. A job creates and ends it by `pending_accounting`. While it is open, the latest counters and addresses are in
 * `radius.radacct`, so that an interim update touches one row and no index; twice a minute they are counted here. Times are by the
 * provider's clock unless they are said to be real time.
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
    /** The key of its row in `radius.radacct`. A router may use an id again: then several sessions had the row in turn. */
    acctUniqueId: text('acct_unique_id').notNull(),
    /** Whether a later session has the row. */
    isSuperseded: boolean('is_superseded').notNull().default(false),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    reason: text('reason'),
    /** What ended it. A `START` of the same id ends the session before it. Null for an open session, and one of an older release. */
    endedBy: text('ended_by').$type<'STOP' | 'REBOOT' | 'SILENCE' | 'START'>(),
    /** When its first packet arrived, in real time. Null in rows of older releases. */
    openedAt: instant('opened_at'),
    /** When its last packet arrived, in real time; up to half a minute later for an interim update. Null in rows of older releases. */
    heardAt: instant('heard_at'),
    /** The version of the row in `radius.radacct` at the last count. Any packet changes it. */
    rowVersion: bigint('row_version', { mode: 'number' }),
    /** Whether it is open while its row in `radius.radacct` has a stop time, because FreeRADIUS held the row. */
    awaitsRow: boolean('awaits_row').notNull().default(false),
    /** Octets of the session. Null in rows of older releases, whose counted octets are all. */
    inputOctets: bigint('input_octets', { mode: 'number' }),
    outputOctets: bigint('output_octets', { mode: 'number' }),
    /** The router's counters and Acct-Session-Time that these octets include. */
    seenInput: bigint('seen_input', { mode: 'number' }),
    seenOutput: bigint('seen_output', { mode: 'number' }),
    seenTime: bigint('seen_time', { mode: 'number' }),
    /** Counters of the former session of the id, which the row may still have. Null after the first report. */
    formerInput: bigint('former_input', { mode: 'number' }),
    formerOutput: bigint('former_output', { mode: 'number' }),
    /** Acct-Session-Time at the start if the router continues the former session; null if it cannot. */
    formerTime: bigint('former_time', { mode: 'number' }),
    nasIpAddress: inet('nas_ip_address'),
    framedIpAddress: inet('framed_ip_address'),
    framedIpv6Address: inet('framed_ipv6_address'),
    framedIpv6Prefix: inet('framed_ipv6_prefix'),
    delegatedIpv6Prefix: inet('delegated_ipv6_prefix'),
    callingStationId: text('calling_station_id'),
    throttled: boolean('throttled').notNull().default(false),
    /**
     * The instant of the last change of its subscription that the session is known to follow; null if FreeRADIUS may have
     * accepted it under an older state. If it differs from the subscription's, a session change is enqueued.
     */
    followsChangeAt: instant('follows_change_at'),
    /** When its server last accepted a request, in real time. */
    appliedAt: instant('applied_at'),
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
    uniqueIndex('network_session_accounted').on(t.acctUniqueId).where(sql`not ${t.isSuperseded}`),
    index('network_session_superseded').on(t.acctUniqueId).where(sql`${t.isSuperseded}`),
    index('network_session_created').on(t.providerId, t.createdAt, t.id),
    index('network_session_subscription').on(t.providerId, t.subscriptionId, t.createdAt, t.id),
    // For the question who had an address at a time.
    index('network_session_ipv4')
      .on(t.providerId, t.framedIpAddress)
      .where(sql`${t.framedIpAddress} is not null`),
    index('network_session_ipv6')
      .on(t.providerId, t.framedIpv6Address)
      .where(sql`${t.framedIpv6Address} is not null`),
    index('network_session_ipv6_prefix')
      .on(t.providerId, sql`network(${t.framedIpv6Prefix})`)
      .where(sql`${t.framedIpv6Prefix} is not null`),
    index('network_session_delegated_prefix')
      .on(t.providerId, sql`network(${t.delegatedIpv6Prefix})`)
      .where(sql`${t.delegatedIpv6Prefix} is not null`),
    index('network_session_mac')
      .on(t.providerId, stationDigits(t.callingStationId))
      .where(sql`${t.callingStationId} is not null`),
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

/**
 * What a network server sends that cannot be used, counted by kind: a time that is far off the clock, an impossible counter, an
 * unknown user name, accounting that failed. A job logs each row once a day. Servers are shared, so the row has no provider.
 * Times are real time.
 */
export const accountingFault = pgTable(
  'accounting_fault',
  {
    /** The server's address. */
    address: text('address').notNull(),
    kind: text('kind').$type<'CLOCK' | 'COUNTER' | 'UNKNOWN_USER' | 'FAILED'>().notNull(),
    /** The session of a failure; otherwise empty. */
    acctUniqueId: text('acct_unique_id').notNull().default(''),
    attempts: integer('attempts').notNull().default(1),
    firstAt: instant('first_at').notNull().default(sql`now()`),
    lastAt: instant('last_at').notNull().default(sql`now()`),
    loggedAt: instant('logged_at'),
  },
  (t) => [primaryKey({ columns: [t.address, t.kind, t.acctUniqueId] })],
);

/**
 * An open row of `radius.radacct` without a session: of an unknown user, or of another partner's server. The sweep closes the row
 * if it is silent. Times are real time.
 */
export const unclaimedAccounting = pgTable('unclaimed_accounting', {
  acctUniqueId: text('acct_unique_id').primaryKey(),
  /** The version of the row at the last sweep. */
  rowVersion: bigint('row_version', { mode: 'number' }).notNull(),
  heardAt: instant('heard_at').notNull(),
});

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
 * counted octets of its sessions, deleted ones included. A job deletes days that are older than 400 days.
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
    /** When octets were last counted: reports since then may belong to the time before now. */
    countedAt: instant('counted_at'),
  },
  (t) => [check('network_listening_only', sql`${t.isOnly}`)],
);
