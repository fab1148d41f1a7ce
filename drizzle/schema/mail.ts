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
import type { Minor } from '../../server/contract/money.ts';
import { enumText, id, instant, timestamps } from './columns.ts';
import { provider } from './provider.ts';
import { staffUser } from './staff.ts';
import { subscriber } from './subscriber.ts';

/**
 * What a mail tells, as it was when it happened: amounts in minor units, instants as ISO text. Names, numbers and
 * addresses are looked up when it is rendered, so that nothing personal is kept here.
 */
export type MailFacts = MoneyFacts | WebhookFacts;

/** Of a webhook that takes nothing, in real time. */
export type WebhookFacts = {
  url: string;
  /** Since when it takes nothing, or when it was disabled. */
  at: string;
  /** When it is disabled unless it takes something before; null when it is. */
  until: string | null;
};

export type MoneyFacts = {
  amount: Minor;
  currency: string;
  /** The invoice it is about; null where there is none. */
  invoiceId: string | null;
  /** Since when, or by when: due, overdue since, out of service since, received. */
  at: string;
  /** End of the days of grace. */
  until?: string;
  /** The service or what was paid for, in words. */
  what?: string;
  reference?: string;
  /** Money that arrived for what was not wanted any more. */
  refundDue?: boolean;
};

/** Mails to subscribers, and warnings to staff: those to be sent, those that were, and those that never leave a sandbox. */
export const mail = pgTable(
  'mail',
  {
    id: id('id').notNull(),
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    /** Who gets it: one of the two. */
    subscriberId: id('subscriber_id'),
    staffUserId: text('staff_user_id').references(() => staffUser.id, { onDelete: 'cascade' }),
    kind: enumText('kind', [
      'INVOICE',
      'OVERDUE',
      'SUSPENSION',
      'RECEIPT',
      'WEBHOOK_FAILING',
      'WEBHOOK_DISABLED',
    ]).notNull(),
    /**
     * The invoice, billing cycle, payment or webhook it tells of. A subscriber is told of each once in each kind; staff as
     * often as it happens.
     */
    factId: id('fact_id').notNull(),
    facts: jsonb('facts').$type<MailFacts>().notNull(),
    status: enumText('status', ['QUEUED', 'SENT', 'FAILED', 'HELD', 'DROPPED']).notNull(),
    attempts: bigint('attempts', { mode: 'number' }).notNull(),
    /** Real time of the next attempt; while one is under way, when it counts as lost. */
    nextAttemptAt: instant('next_attempt_at'),
    /** Real time. */
    sentAt: instant('sent_at'),
    sentTo: text('sent_to'),
    /** What the last attempt met with, or why it was dropped. */
    error: text('error'),
    /** Of what queued it last. */
    correlationId: text('correlation_id').notNull(),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({
      columns: [t.providerId, t.subscriberId],
      foreignColumns: [subscriber.providerId, subscriber.id],
    }),
    uniqueIndex('mail_fact').on(t.providerId, t.kind, t.factId).where(sql`${t.subscriberId} is not null`),
    index('mail_staff_user').on(t.staffUserId),
    check('mail_one_reader', sql`num_nonnulls(${t.subscriberId}, ${t.staffUserId}) = 1`),
    index('mail_due').on(t.providerId, t.nextAttemptAt).where(sql`${t.status} = 'QUEUED'`),
    index('mail_created').on(t.providerId, t.createdAt, t.id),
    index('mail_subscriber').on(t.providerId, t.subscriberId, t.id),
    index('mail_correlation').on(t.providerId, t.correlationId),
    check('mail_status_known', sql`${t.status} in ('QUEUED', 'SENT', 'FAILED', 'HELD', 'DROPPED')`),
    check(
      'mail_kind_known',
      sql`${t.kind} in ('INVOICE', 'OVERDUE', 'SUSPENSION', 'RECEIPT', 'WEBHOOK_FAILING', 'WEBHOOK_DISABLED')`,
    ),
    check('mail_queued_is_due', sql`(${t.status} = 'QUEUED') = (${t.nextAttemptAt} is not null)`),
    check('mail_sent_when', sql`${t.status} <> 'SENT' or ${t.sentAt} is not null`),
  ],
);
