import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { enumText, id, instant, metadata, metadataIndex, timestamps } from './columns.ts';
import { provider } from './provider.ts';

export const subscriber = pgTable(
  'subscriber',
  {
    id: id('id').notNull(),
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    /** Eight digits, the last a Luhn check digit. The C collation lets a prefix of it use the index. */
    accountNumber: id('account_number').notNull(),
    externalUserId: text('external_user_id'),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    /** The company that a business customer's invoices name, and its tax number. */
    companyName: text('company_name'),
    taxId: text('tax_id'),
    /** Trimmed and lower-cased: the form that must be unique. */
    email: text('email').notNull(),
    /** E.164. */
    phone: text('phone').notNull(),
    street: text('street'),
    city: text('city'),
    region: text('region'),
    postalCode: text('postal_code'),
    country: text('country'),
    /** The language of messages; null for the provider's. */
    language: text('language', { enum: ['en', 'sw', 'fr'] }),
    /** The channels on which notices may be sent. */
    contactPreferences: jsonb('contact_preferences')
      .$type<{ email: boolean; sms: boolean }>()
      .notNull()
      .default({ email: true, sms: true }),
    status: enumText('status', ['active', 'suspended', 'terminated']).notNull(),
    /** Start of the manual hold; null without one. */
    heldAt: instant('held_at'),
    /** The reason given for the hold. */
    holdReason: text('hold_reason'),
    deactivatedAt: instant('deactivated_at'),
    /** When the personal data was erased. The columns above then have placeholders, which contain the id where they must be unique. */
    erasedAt: instant('erased_at'),
    ...metadata,
    ...timestamps,
  },
  (t) => [
    metadataIndex('subscriber', t.metadata),
    primaryKey({ columns: [t.providerId, t.id] }),
    uniqueIndex('subscriber_email').on(t.providerId, t.email),
    uniqueIndex('subscriber_phone').on(t.providerId, t.phone),
    uniqueIndex('subscriber_account_number').on(t.providerId, t.accountNumber),
    uniqueIndex('subscriber_external_user_id').on(t.providerId, t.externalUserId),
    index('subscriber_created').on(t.providerId, t.createdAt, t.id),
    // In the order of people's languages, for the sorts of the list.
    index('subscriber_first_name').on(t.providerId, sql`${t.firstName} collate "und-x-icu"`, t.id),
    index('subscriber_last_name').on(t.providerId, sql`${t.lastName} collate "und-x-icu"`, t.id),
    index('subscriber_status').on(t.providerId, t.status, t.createdAt, t.id),
    // The query for `q` repeats this expression exactly, else it does not use the index.
    index('subscriber_search').using(
      'gin',
      sql`("first_name" || ' ' || "last_name" || ' ' || "email" || ' ' || "phone" || ' ' || coalesce("external_user_id", '') || ' ' || coalesce("company_name", '')) gin_trgm_ops`,
    ),
    index('subscriber_address').using(
      'gin',
      sql`(coalesce("street", '') || ' ' || coalesce("city", '') || ' ' || coalesce("region", '')) gin_trgm_ops`,
    ),
    check('subscriber_account_number_digits', sql`${t.accountNumber} ~ '^[1-9][0-9]{7}$'`),
    check('subscriber_language_known', sql`${t.language} in ('en', 'sw', 'fr')`),
    check('subscriber_status_known', sql`${t.status} in ('active', 'suspended', 'terminated')`),
    check(
      'subscriber_held_is_suspended',
      sql`case when ${t.heldAt} is null then ${t.holdReason} is null else ${t.status} = 'suspended' end`,
    ),
    check('subscriber_erased_is_terminated', sql`${t.erasedAt} is null or ${t.status} = 'terminated'`),
  ],
);
