import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { enumText, id, instant, timestamps } from './columns.ts';

/** A company. It has at most one sandbox and one live provider, and one staff. */
export const organisation = pgTable('organisation', {
  id: id('id').primaryKey(),
  name: text('name').notNull(),
  /** Details on invoices and in emails. Unknown ones are left out. */
  legalName: text('legal_name'),
  taxId: text('tax_id'),
  street: text('street'),
  city: text('city'),
  region: text('region'),
  postalCode: text('postal_code'),
  country: text('country'),
  /** The address for customers. Replies to its emails go there. */
  email: text('email'),
  phone: text('phone'),
  website: text('website'),
  /** How customers pay, as free text. */
  paymentInstructions: text('payment_instructions'),
  /** The colour of the pages of its customers, `#rrggbb`. */
  brandColor: text('brand_color'),
  /** Whether its staff need a second factor. */
  requiresSecondFactor: boolean('requires_second_factor').notNull().default(false),
  /** Whether staff with the role `support` collect payments. */
  supportCollects: boolean('support_collects').notNull().default(false),
  /** Whether staff with the role `support` see the figures of revenue. */
  supportSeesRevenue: boolean('support_sees_revenue').notNull().default(false),
  ...timestamps,
});

/** The logo of an organisation, as it was encoded here. Apart from the organisation, which is read far more often. */
export const organisationLogo = pgTable('organisation_logo', {
  organisationId: id('organisation_id')
    .primaryKey()
    .references(() => organisation.id),
  /** A PNG in base64. */
  png: text('png').notNull(),
  /** In pixels. */
  width: bigint('width', { mode: 'number' }).notNull(),
  height: bigint('height', { mode: 'number' }).notNull(),
  /** The beginning of the SHA-256 of the PNG, hex: the version in addresses. */
  version: text('version').notNull(),
  ...timestamps,
});

/** What a row says about moves of its account between cells. */
export type AccountMove = {
  /** The cell of the account, of which this is an unfinished copy. */
  copyOf?: string;
  /** The cell in which the account runs instead, or will. */
  to?: string;
  /** Whether it runs there. */
  isDone?: boolean;
  /** The status that it had here. */
  status?: 'ACTIVE' | 'SUSPENDED' | 'PAUSED';
  /** The cell from which it came. */
  from?: string;
};

/** A partner account: the tenant to which every other row belongs. */
export const provider = pgTable(
  'provider',
  {
    id: id('id').primaryKey(),
    organisationId: id('organisation_id')
      .notNull()
      .references(() => organisation.id),
    name: text('name').notNull(),
    livemode: boolean('livemode').notNull(),
    /** Set by the operator; `CLOSED` is final. `MOVED`: the account runs in another cell. Contract: Operator. */
    status: enumText('status', ['ACTIVE', 'SUSPENDED', 'PAUSED', 'MOVED', 'CLOSED'])
      .notNull()
      .default('ACTIVE'),
    /** The last move of the account between cells. Contract: Operator. */
    move: jsonb('move').$type<AccountMove>(),
    timeZone: text('time_zone').notNull().default('UTC'),
    /** Decimal share of each invoice: 0.16 is 16 %. */
    taxRate: numeric('tax_rate', { precision: 7, scale: 6 }).notNull().default('0'),
    /** How far the test clock is ahead of real time, in ms; 0 for a live provider. */
    clockOffsetMs: bigint('clock_offset_ms', { mode: 'number' }).notNull().default(0),
    /** The speed of a session past its data cap, in Mbps. */
    throttleSpeed: jsonb('throttle_speed')
      .$type<{ downloadSpeedMbps: number; uploadSpeedMbps: number }>()
      .notNull()
      .default({ downloadSpeedMbps: 1, uploadSpeedMbps: 1 }),
    /** The number of the last issued invoice. */
    lastInvoiceNumber: bigint('last_invoice_number', { mode: 'number' }).notNull().default(0),
    ...timestamps,
  },
  (t) => [
    unique('provider_organisation_livemode').on(t.organisationId, t.livemode),
    check('provider_live_has_no_offset', sql`not ${t.livemode} or ${t.clockOffsetMs} = 0`),
    check('provider_status', sql`${t.status} in ('ACTIVE', 'SUSPENDED', 'PAUSED', 'MOVED', 'CLOSED')`),
    check('provider_moved', sql`${t.status} <> 'MOVED' or ${t.move} is not null`),
    check('provider_tax_rate', sql`${t.taxRate} >= 0 and ${t.taxRate} < 1`),
  ],
);

/** An access id with the hash of its secret. Several may be valid at a time. */
export const accessCredential = pgTable(
  'access_credential',
  {
    id: id('id').primaryKey(),
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    accessId: text('access_id').notNull(),
    /** SHA-256 of the secret, hex. The secret has 256 random bits, so it needs no slow hash. */
    secretHash: text('secret_hash').notNull(),
    secretLast4: text('secret_last4').notNull(),
    label: text('label').notNull(),
    lastUsedAt: instant('last_used_at'),
    /** Real time at which it expires: 24 hours after a rotation, or the instant of its revocation. */
    expiresAt: instant('expires_at'),
    ...timestamps,
  },
  (t) => [uniqueIndex('access_credential_access_id').on(t.accessId), index().on(t.providerId)],
);

/** Answers to requests with an `Idempotency-Key`, written with their effect. Contract: Idempotency. */
export const idempotencyKey = pgTable(
  'idempotency_key',
  {
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    key: text('key').notNull(),
    /** SHA-256 over method, path, query and canonical body. */
    fingerprint: text('fingerprint').notNull(),
    status: bigint('status', { mode: 'number' }).notNull(),
    /** The body as it was sent, byte for byte; encrypted when it contains a secret. */
    body: text('body').notNull(),
    correlationId: text('correlation_id').notNull(),
    /** The resource that the request touched; the key lives as long as it. Contract: Idempotency. */
    resourceId: id('resource_id'),
    createdAt: instant('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.providerId, t.key] })],
);

/**
 * One entry for each change: who, what, and the fields before and after. Written in the change's transaction. Contract:
 * Audit.
 */
export const auditEntry = pgTable(
  'audit_entry',
  {
    id: id('id').notNull(),
    /** A trigger checks that it exists, once a statement. */
    providerId: id('provider_id').notNull(),
    actorType: text('actor_type').notNull(),
    actorId: text('actor_id'),
    actorName: text('actor_name').notNull(),
    /** The email address of a person at that time. Null for others, and in entries of former releases. */
    actorEmail: text('actor_email'),
    action: text('action').notNull(),
    resourceType: text('resource_type').notNull(),
    resourceId: id('resource_id').notNull(),
    /** `{field: {before, after}}` as text of JSON. */
    changes: text('changes').notNull(),
    /** Due work instead of changes: `{action: [id]}` as JSON text. */
    affected: text('affected'),
    correlationId: text('correlation_id').notNull(),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    index('audit_entry_resource').on(t.providerId, t.resourceId, t.id),
    index('audit_entry_correlation').on(t.providerId, t.correlationId),
    // Few entries are by staff, so the hot path of programs and due work does not pay for this index.
    index('audit_entry_staff').on(t.providerId, t.id).where(sql`actor_type = 'staff'`),
  ],
);

/** An event, rendered once. Partitioned by month. A trigger queues its deliveries. */
export const event = pgTable(
  'event',
  {
    id: id('id').notNull(),
    /** It exists: the trigger that counts the event writes a row with a key to it. */
    providerId: id('provider_id').notNull(),
    type: text('type').notNull(),
    resourceId: id('resource_id').notNull(),
    /** The envelope in its newest version, as it is delivered, byte for byte. */
    body: text('body').notNull(),
    correlationId: text('correlation_id').notNull(),
    occurredAt: instant('occurred_at').notNull(),
    /** Real time; its month selects the partition. The provider's clock may be years ahead. */
    recordedAt: instant('recorded_at').notNull().default(sql`now()`),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id, t.recordedAt] }),
    index('event_resource').on(t.providerId, t.resourceId, t.id),
    index('event_type').on(t.providerId, t.type, t.id),
    index('event_correlation').on(t.providerId, t.correlationId),
  ],
);
