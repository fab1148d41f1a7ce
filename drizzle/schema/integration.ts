import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  customType,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { enumText, id, instant, timestamps } from './columns.ts';
import { demarcationPoint } from './demarcation-point.ts';
import { provider } from './provider.ts';
import { subscription } from './subscription.ts';

/** Raw bytes. */
const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => 'bytea' });

/** A connection to an external billing system, which sends inbound events. */
export const integration = pgTable(
  'integration',
  {
    id: id('id').notNull(),
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    name: text('name').notNull(),
    adapter: enumText('adapter', ['splynx', 'native']).notNull(),
    externalPartnerId: text('external_partner_id'),
    signing: enumText('signing', ['hmac', 'none']).notNull(),
    freeImmediateUpgrade: boolean('free_immediate_upgrade').notNull(),
    /** External tariff id to plan id. */
    tariffMap: jsonb('tariff_map').$type<Record<string, string>>().notNull(),
    /** External pool id to RADIUS pool name. */
    poolMap: jsonb('pool_map').$type<Record<string, string>>().notNull(),
    defaultDemarcationPointId: id('default_demarcation_point_id'),
    /** A deleted one is kept for its events, without its secrets. */
    status: enumText('status', ['ACTIVE', 'DISABLED', 'deleted']).notNull(),
    /** Null without signatures and while the secret is revoked. */
    sealedSecret: text('sealed_secret'),
    secretLast4: text('secret_last4'),
    /** The secret before the last rotation, and the real time until which it stays valid. */
    sealedPreviousSecret: text('sealed_previous_secret'),
    previousSecretUntil: instant('previous_secret_until'),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    // The receiver finds an integration by its id alone.
    unique('integration_id').on(t.id),
    foreignKey({
      columns: [t.providerId, t.defaultDemarcationPointId],
      foreignColumns: [demarcationPoint.providerId, demarcationPoint.id],
    }),
    index('integration_created').on(t.providerId, t.createdAt, t.id),
    check('integration_adapter', sql`${t.adapter} in ('splynx', 'native')`),
    check('integration_signing', sql`${t.signing} in ('hmac', 'none')`),
    check('integration_status', sql`${t.status} in ('ACTIVE', 'DISABLED', 'deleted')`),
    check('integration_unsigned', sql`${t.signing} = 'hmac' or ${t.sealedSecret} is null`),
    check('integration_secret', sql`(${t.sealedSecret} is null) = (${t.secretLast4} is null)`),
    check(
      'integration_previous_secret',
      sql`(${t.sealedPreviousSecret} is null) = (${t.previousSecretUntil} is null)`,
    ),
  ],
);

/**
 * What reached the receiver of an integration without becoming an event: the last test of the connection, and the last refused
 * request. It is written at most once a minute, so senders that are not verified cause few writes.
 */
export const integrationContact = pgTable(
  'integration_contact',
  {
    providerId: id('provider_id').notNull(),
    integrationId: id('integration_id').notNull(),
    /** By the provider's clock, and the client's address. */
    pingAt: instant('ping_at'),
    pingAddress: text('ping_address'),
    refusedAt: instant('refused_at'),
    refusedAddress: text('refused_address'),
    refusedReason: enumText('refused_reason', [
      'SIGNATURE_MISSING',
      'SIGNATURE_WRONG',
      'SIGNATURE_REPEATED',
      'SECRET_MISSING',
      'CREDENTIALS_WRONG',
      'BODY_INVALID',
    ]),
    refusedCount: bigint('refused_count', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.integrationId] }),
    foreignKey({
      columns: [t.providerId, t.integrationId],
      foreignColumns: [integration.providerId, integration.id],
    }),
    check(
      'integration_contact_reason',
      sql`${t.refusedReason} in ('SIGNATURE_MISSING', 'SIGNATURE_WRONG', 'SIGNATURE_REPEATED', 'SECRET_MISSING',
        'CREDENTIALS_WRONG', 'BODY_INVALID')`,
    ),
    check('integration_contact_ping', sql`(${t.pingAt} is null) = (${t.pingAddress} is null)`),
    check(
      'integration_contact_refused',
      sql`(${t.refusedAt} is null) = (${t.refusedReason} is null) and (${t.refusedAt} is null) = (${t.refusedAddress} is null)`,
    ),
  ],
);

/** An event of an external system. Only the function `receive_inbound` writes it. */
export const inboundEvent = pgTable(
  'inbound_event',
  {
    id: id('id').notNull(),
    providerId: id('provider_id').notNull(),
    integrationId: id('integration_id').notNull(),
    /** The order of arrival. */
    position: bigint('position', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    /** How the sender was verified. An unsigned event can move no money and reveal nothing. */
    trust: enumText('trust', ['SIGNED', 'CREDENTIALS', 'UNSIGNED']).notNull(),
    event: text('event').notNull(),
    /** The sender's id of the event; of a body that has its time instead, the hash of the body. Unique. */
    externalEventId: text('external_event_id'),
    externalServiceId: text('external_service_id'),
    /** Events with the same key are processed in the order of arrival. */
    orderKey: text('order_key').notNull(),
    /** SHA-256 of the body, hex. */
    bodyHash: text('body_hash').notNull(),
    status: enumText('status', ['QUEUED', 'PROCESSING', 'PROCESSED', 'IGNORED', 'FAILED']).notNull(),
    reason: text('reason'),
    /** The commands of the last processing, for display. */
    commands: jsonb('commands').$type<Record<string, unknown>[]>(),
    /** The correlation id of the request that delivered it. Everything that the event causes has it. */
    correlationId: text('correlation_id').notNull(),
    attempts: bigint('attempts', { mode: 'number' }).notNull().default(0),
    /** Real time of the next processing, or the end of the current lease; null when it is over. */
    nextAttemptAt: instant('next_attempt_at'),
    /** By the provider's clock. */
    receivedAt: instant('received_at').notNull(),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({
      columns: [t.providerId, t.integrationId],
      foreignColumns: [integration.providerId, integration.id],
    }),
    uniqueIndex('inbound_event_external')
      .on(t.providerId, t.integrationId, t.trust, t.externalEventId)
      .where(sql`${t.externalEventId} is not null`),
    // Does not begin with the provider, so the planner cannot mistake another index for it. The receiver finds the last
    // event of a key here.
    index('inbound_event_order').on(t.integrationId, t.orderKey, t.position),
    index('inbound_event_created').on(t.providerId, t.integrationId, t.createdAt, t.id),
    index('inbound_event_open')
      .on(t.providerId, t.integrationId, t.orderKey, t.position)
      .where(sql`${t.status} in ('QUEUED', 'PROCESSING')`),
    index('inbound_event_failed')
      .on(t.providerId, t.integrationId, t.receivedAt)
      .where(sql`${t.status} = 'FAILED'`),
    index('inbound_event_due').on(t.providerId, t.nextAttemptAt).where(sql`${t.nextAttemptAt} is not null`),
    check('inbound_event_trust', sql`${t.trust} in ('SIGNED', 'CREDENTIALS', 'UNSIGNED')`),
    check(
      'inbound_event_status',
      sql`${t.status} in ('QUEUED', 'PROCESSING', 'PROCESSED', 'IGNORED', 'FAILED')`,
    ),
    check(
      'inbound_event_due_while_open',
      sql`(${t.nextAttemptAt} is not null) = (${t.status} in ('QUEUED', 'PROCESSING'))`,
    ),
    check('inbound_event_failed_why', sql`${t.status} <> 'FAILED' or ${t.reason} is not null`),
  ],
);

/**
 * The raw body of an inbound event, in a table of its own so that lists do not read it. `receive_inbound` alone writes
 * both rows, in one statement, so there is no foreign key.
 */
export const inboundBody = pgTable(
  'inbound_body',
  {
    providerId: id('provider_id').notNull(),
    inboundEventId: id('inbound_event_id').notNull(),
    body: bytes('body').notNull(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.inboundEventId] })],
);

/** A service of an external system in its last received state, and its subscription. Inbound events are compared with it. */
export const externalService = pgTable(
  'external_service',
  {
    providerId: id('provider_id').notNull(),
    integrationId: id('integration_id').notNull(),
    externalServiceId: text('external_service_id').notNull(),
    subscriptionId: id('subscription_id').notNull(),
    /** The external system's id of the customer, and the service's sign-in name. */
    customerId: text('customer_id'),
    login: text('login'),
    tariffId: text('tariff_id'),
    /** Why the plan of its tariff was rejected, and the event that requested it. */
    rejection: jsonb('rejection').$type<{ inboundEventId: string; reason: string }>(),
    /** When the external system deleted or stopped it, by the provider's clock. */
    endedAt: instant('ended_at'),
    /** The service that replaced it. Further events of this one are ignored. */
    replacedBy: text('replaced_by'),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.integrationId, t.externalServiceId] }),
    foreignKey({
      columns: [t.providerId, t.integrationId],
      foreignColumns: [integration.providerId, integration.id],
    }),
    foreignKey({
      columns: [t.providerId, t.subscriptionId],
      foreignColumns: [subscription.providerId, subscription.id],
    }),
    index('external_service_subscription').on(t.providerId, t.subscriptionId),
    index('external_service_login')
      .on(t.providerId, t.integrationId, t.customerId, t.login)
      .where(sql`${t.replacedBy} is null`),
  ],
);
