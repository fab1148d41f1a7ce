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
import { enumText, id, instant, timestamps } from './columns.ts';
import { provider } from './provider.ts';
import { subscriber } from './subscriber.ts';

/**
 * What a mail tells, as it was when it happened: amounts in minor units, instants as ISO text. Names, numbers and
 * addresses are looked up when it is rendered, so that nothing personal is kept here.
 */
export type MailFacts = {
  amount: number;
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

/** Mails to subscribers: those to be sent, those that were, and those that never leave a sandbox. */
export const mail = pgTable(
  'mail',
  {
    id: id('id').notNull(),
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    subscriberId: id('subscriber_id').notNull(),
    kind: enumText('kind', ['INVOICE', 'OVERDUE', 'SUSPENSION', 'RECEIPT']).notNull(),
    /** The invoice, billing cycle or payment it tells of: each is told of once in each kind. */
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
    uniqueIndex('mail_fact').on(t.providerId, t.kind, t.factId),
    index('mail_due').on(t.providerId, t.nextAttemptAt).where(sql`${t.status} = 'QUEUED'`),
    index('mail_created').on(t.providerId, t.createdAt, t.id),
    index('mail_subscriber').on(t.providerId, t.subscriberId, t.id),
    index('mail_correlation').on(t.providerId, t.correlationId),
    check('mail_status_known', sql`${t.status} in ('QUEUED', 'SENT', 'FAILED', 'HELD', 'DROPPED')`),
    check('mail_kind_known', sql`${t.kind} in ('INVOICE', 'OVERDUE', 'SUSPENSION', 'RECEIPT')`),
    check('mail_queued_is_due', sql`(${t.status} = 'QUEUED') = (${t.nextAttemptAt} is not null)`),
    check('mail_sent_when', sql`${t.status} <> 'SENT' or ${t.sentAt} is not null`),
  ],
);
