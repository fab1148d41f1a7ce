import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { enumText, id, timestamps } from './columns.ts';
import { provider } from './provider.ts';

/**
 * A provider's own account at a gateway for SMS, or its mail server. A disconnected one keeps its row, because its messages refer to
 * it.
 */
export const messageAccount = pgTable(
  'message_account',
  {
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    id: id('id').notNull(),
    gateway: enumText('gateway', ['smtp', 'africastalking', 'twilio']).notNull(),
    channel: enumText('channel', ['EMAIL', 'SMS']).notNull(),
    /** The random end of the address to which the gateway reports. */
    token: text('token').notNull(),
    /** The credentials as JSON, sealed; null once it is disconnected. */
    sealedCredentials: text('sealed_credentials'),
    /** The sender that customers see; null for the one that the gateway chooses. */
    sender: text('sender'),
    /** The end of the key, by which staff recognise it. */
    keyLast4: text('key_last4'),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    uniqueIndex('message_account_gateway').on(t.providerId, t.gateway),
    uniqueIndex('message_account_token').on(t.token),
    uniqueIndex('message_account_channel')
      .on(t.providerId, t.channel)
      .where(sql`${t.sealedCredentials} is not null`),
    check('message_account_gateway_known', sql`${t.gateway} in ('smtp', 'africastalking', 'twilio')`),
    check(
      'message_account_channel_known',
      sql`${t.channel} = case ${t.gateway} when 'smtp' then 'EMAIL' else 'SMS' end`,
    ),
  ],
);

/** Which messages a provider sends, and when. A provider without a row has the defaults. */
export const messageSettings = pgTable(
  'message_settings',
  {
    providerId: id('provider_id')
      .primaryKey()
      .references(() => provider.id),
    /** Of subscribers without one of their own. */
    language: enumText('language', ['en', 'sw', 'fr']).notNull().default('en'),
    /** The kinds that are sent by each channel. */
    emailKinds: text('email_kinds').array().notNull(),
    smsKinds: text('sms_kinds').array().notNull(),
    /** The days of reminders after the due date, below 0 before it. */
    emailDays: bigint('email_days', { mode: 'number' }).array().notNull(),
    smsDays: bigint('sms_days', { mode: 'number' }).array().notNull(),
    /** Local times, `HH:MM`, between which no reminder is sent; null without. */
    quietFrom: text('quiet_from'),
    quietUntil: text('quiet_until'),
    ...timestamps,
  },
  (t) => [
    check('message_settings_language_known', sql`${t.language} in ('en', 'sw', 'fr')`),
    check('message_settings_quiet', sql`(${t.quietFrom} is null) = (${t.quietUntil} is null)`),
  ],
);

/**
 * Texts of a provider. Of each kind, channel and language the newest row holds; one without a body stands for the text that ships.
 * Rows never change, so that a message keeps the text with which it was sent. The text of a notice is a row of its own.
 */
export const messageText = pgTable(
  'message_text',
  {
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    id: id('id').notNull(),
    kind: text('kind').notNull(),
    channel: enumText('channel', ['EMAIL', 'SMS']).notNull(),
    /** Null for a notice, which has one text for all. */
    language: text('language', { enum: ['en', 'sw', 'fr'] }),
    subject: text('subject'),
    body: text('body'),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    index('message_text_newest').on(t.providerId, t.kind, t.channel, t.language, t.id),
    check('message_text_notice', sql`(${t.kind} = 'NOTICE') = (${t.language} is null)`),
  ],
);
