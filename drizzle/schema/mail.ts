import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { enumText, id, instant, type Minor, timestamps } from './columns.ts';
import { messageAccount, messageText } from './message.ts';
import { staffUser } from './staff.ts';
import { subscriber } from './subscriber.ts';

/**
 * What an email is about, as of its instant: amounts in minor units, instants as ISO text. Names, numbers and addresses
 * are read when it is rendered, so the row holds no personal data but the address that it was sent to.
 */
export type EmailFacts = MoneyFacts | NoticeFacts | WebhookFacts | NotificationFacts | AccessFacts;

/** A notice of staff or a program. Its text is a row of its own. */
export type NoticeFacts = { notice: true };

/** The access of a person to the portal. Real time. */
export type AccessFacts = {
  /** Null for a person without an account. */
  name: string | null;
  organisation: string;
  /** Who invited, and as what. */
  by?: string;
  role?: string;
  /** The address that replaces the one of the reader. */
  newEmail?: string;
  /** The page to open, with its token, sealed for this row. */
  link?: string;
  /** When the link expires. */
  until?: string;
};

/** A webhook that fails, or that was disabled. Real time. */
export type WebhookFacts = {
  url: string;
  /** Since when it fails, or when it was disabled. */
  at: string;
  /** When it is disabled unless a delivery succeeds before; null when it was disabled. */
  until: string | null;
};

/** What needed the reader on the day of the email, as sentences. */
export type NotificationFacts = {
  sentences: (
    | { kind: 'text'; text: string }
    | { kind: 'time'; at: string; detail?: 'day' }
    /** In major units. */
    | { kind: 'money'; amount: number; currency: string }
  )[][];
};

export type MoneyFacts = {
  amount: Minor;
  currency: string;
  /** Null without an invoice. */
  invoiceId: string | null;
  /** By the kind: due at, overdue since, suspended since, received at. */
  at: string;
  /** End of the grace period. */
  until?: string;
  /** The service, or what was paid for. */
  what?: string;
  reference?: string;
  /** The payment arrived when nothing was due, and is refunded. */
  refundDue?: boolean;
  /** Credit paid the invoice. Nothing is due. */
  fromCredit?: boolean;
};

/**
 * Messages: emails and SMS to subscribers, warnings and daily notifications to staff, and emails about a person's access. The table
 * keeps its first name.
 */
export const mail = pgTable(
  'mail',
  {
    id: id('id').notNull(),
    /** A trigger checks that it exists, once a statement. */
    providerId: id('provider_id').notNull(),
    /** The reader: one of the three. */
    subscriberId: id('subscriber_id'),
    staffUserId: text('staff_user_id').references(() => staffUser.id, { onDelete: 'cascade' }),
    /** The address of a person whose access the email is about. It may differ from the one of the account. */
    accessEmail: text('access_email'),
    channel: enumText('channel', ['EMAIL', 'SMS']).notNull().default('EMAIL'),
    kind: enumText('kind', [
      'INVOICE',
      'REMINDER',
      'OVERDUE',
      'LAST_WARNING',
      'SUSPENSION',
      'RESTORED',
      'RECEIPT',
      'REFUND',
      'PROMPT',
      'CREDIT_NOTE',
      'PAGE_LINK',
      'NOTICE',
      'WEBHOOK_FAILING',
      'WEBHOOK_DISABLED',
      'NOTIFICATIONS',
      'INVITATION',
      'PASSWORD_RESET',
      'EMAIL_CONFIRMATION',
      'EMAIL_CHANGE_REQUESTED',
      'EMAIL_CHANGED',
    ]).notNull(),
    /**
     * The invoice, billing cycle, payment, webhook, invitation, announcement or person that it is about. A subscriber gets one for each
     * channel, kind, fact and occurrence; staff get one each time.
     */
    factId: id('fact_id').notNull(),
    /**
     * Of a reminder, its days after the due date, below 0 before it; of an announcement, the number of its reader. Null for a
     * message that staff or a program sends to one reader: any number of them.
     */
    occurrence: bigint('occurrence', { mode: 'number' }).default(0),
    /** The text of a notice; of others, the provider's text with which it was sent, null for the one that ships. */
    textId: id('text_id'),
    /** The language in which it was sent. */
    language: text('language', { enum: ['en', 'sw', 'fr'] }),
    /** The parts of an SMS, once it was sent. */
    parts: bigint('parts', { mode: 'number' }),
    facts: jsonb('facts').$type<EmailFacts>().notNull(),
    status: enumText('status', [
      'QUEUED',
      'SENT',
      'DELIVERED',
      'FAILED',
      'UNKNOWN',
      'HELD',
      'DROPPED',
    ]).notNull(),
    attempts: bigint('attempts', { mode: 'number' }).notNull(),
    /** Real time of the next attempt. During an attempt, the end of its lease. */
    nextAttemptAt: instant('next_attempt_at'),
    /** Real time. */
    sentAt: instant('sent_at'),
    sentTo: text('sent_to'),
    /** Real time at which a call to a gateway began that cannot be repeated; null again once its result is known. */
    callBeganAt: instant('call_began_at'),
    /** The account and the gateway's id of an SMS that it accepted. */
    accountId: id('account_id'),
    gatewayId: text('gateway_id'),
    /** When the gateway reported that it has arrived. Real time. */
    deliveredAt: instant('delivered_at'),
    /** The error of the last attempt, or why it was dropped. */
    error: text('error'),
    /** Of the request or job that queued it last. */
    correlationId: text('correlation_id').notNull(),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({
      columns: [t.providerId, t.subscriberId],
      foreignColumns: [subscriber.providerId, subscriber.id],
    }),
    uniqueIndex('mail_fact')
      .on(t.providerId, t.kind, t.factId, t.channel, t.occurrence)
      .where(sql`${t.subscriberId} is not null`),
    foreignKey({
      columns: [t.providerId, t.accountId],
      foreignColumns: [messageAccount.providerId, messageAccount.id],
    }),
    foreignKey({
      columns: [t.providerId, t.textId],
      foreignColumns: [messageText.providerId, messageText.id],
    }),
    index('mail_gateway').on(t.providerId, t.accountId, t.gatewayId).where(sql`${t.gatewayId} is not null`),
    index('mail_staff_user').on(t.staffUserId).where(sql`${t.staffUserId} is not null`),
    check('mail_one_reader', sql`num_nonnulls(${t.subscriberId}, ${t.staffUserId}, ${t.accessEmail}) = 1`),
    index('mail_failed').on(t.providerId, t.updatedAt).where(sql`${t.status} = 'FAILED'`),
    index('mail_due').on(t.providerId, t.nextAttemptAt).where(sql`${t.status} = 'QUEUED'`),
    index('mail_subscriber').on(t.providerId, t.subscriberId, t.id),
    index('mail_correlation').on(t.providerId, t.correlationId),
    check(
      'mail_status_known',
      sql`${t.status} in ('QUEUED', 'SENT', 'DELIVERED', 'FAILED', 'UNKNOWN', 'HELD', 'DROPPED')`,
    ),
    check(
      'mail_kind_known',
      sql`${t.kind} in ('INVOICE', 'REMINDER', 'OVERDUE', 'LAST_WARNING', 'SUSPENSION', 'RESTORED', 'RECEIPT', 'REFUND', 'PROMPT', 'CREDIT_NOTE', 'PAGE_LINK', 'NOTICE', 'WEBHOOK_FAILING', 'WEBHOOK_DISABLED', 'NOTIFICATIONS', 'INVITATION', 'PASSWORD_RESET', 'EMAIL_CONFIRMATION', 'EMAIL_CHANGE_REQUESTED', 'EMAIL_CHANGED')`,
    ),
    check('mail_queued_is_due', sql`(${t.status} = 'QUEUED') = (${t.nextAttemptAt} is not null)`),
    check('mail_sent_when', sql`${t.status} not in ('SENT', 'DELIVERED') or ${t.sentAt} is not null`),
    check('mail_channel_known', sql`${t.channel} in ('EMAIL', 'SMS')`),
    check('mail_sms_to_subscriber', sql`${t.channel} = 'EMAIL' or ${t.subscriberId} is not null`),
  ],
);
