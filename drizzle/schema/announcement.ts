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
import { messageText } from './message.ts';
import { provider } from './provider.ts';
import { subscriber } from './subscriber.ts';

/** The list that the readers were chosen from, with its filters; `selected` is the number of chosen rows, without which all match. */
export type AnnouncementSource = {
  list: string;
  filter: Record<string, string | number | boolean>;
  selected?: number;
};

/** A message of staff to many subscribers. */
export const announcement = pgTable(
  'announcement',
  {
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    id: id('id').notNull(),
    kind: enumText('kind', ['NOTICE', 'OUTAGE', 'RESOLVED']).notNull(),
    /** The text for each channel; null where nothing is sent on it. */
    emailTextId: id('email_text_id'),
    smsTextId: id('sms_text_id'),
    /** Of an outage: what the pages of its readers show until it is over. */
    pageText: text('page_text'),
    /** Of `RESOLVED`: the outage that is over. */
    outageId: id('outage_id'),
    source: jsonb('source').$type<AnnouncementSource>().notNull(),
    /** The job that queues the messages; it is deleted 30 days after its end. Null where nothing is sent. */
    jobId: id('job_id'),
    /** While set, no message of it begins to be sent. */
    pausedAt: instant('paused_at'),
    /** Of an outage: when it was over. */
    resolvedAt: instant('resolved_at'),
    staffName: text('staff_name').notNull(),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    foreignKey({
      columns: [t.providerId, t.emailTextId],
      foreignColumns: [messageText.providerId, messageText.id],
    }),
    foreignKey({
      columns: [t.providerId, t.smsTextId],
      foreignColumns: [messageText.providerId, messageText.id],
    }),
    foreignKey({ columns: [t.providerId, t.outageId], foreignColumns: [t.providerId, t.id] }),
    index('announcement_created').on(t.providerId, t.createdAt, t.id),
    uniqueIndex('announcement_outage').on(t.providerId, t.outageId).where(sql`${t.outageId} is not null`),
    check('announcement_kind_known', sql`${t.kind} in ('NOTICE', 'OUTAGE', 'RESOLVED')`),
    check('announcement_resolved_outage', sql`(${t.kind} = 'RESOLVED') = (${t.outageId} is not null)`),
    check(
      'announcement_page_of_outage',
      sql`${t.kind} = 'OUTAGE' or num_nonnulls(${t.pageText}, ${t.resolvedAt}) = 0`,
    ),
  ],
);

/** Who an announcement is for: each subscriber once, whatever the channels. */
export const announcementReader = pgTable(
  'announcement_reader',
  {
    providerId: id('provider_id').notNull(),
    announcementId: id('announcement_id').notNull(),
    /** From 1. With the channel it identifies the message to this reader. */
    position: bigint('position', { mode: 'number' }).notNull(),
    subscriberId: id('subscriber_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.announcementId, t.position] }),
    foreignKey({
      columns: [t.providerId, t.announcementId],
      foreignColumns: [announcement.providerId, announcement.id],
    }),
    foreignKey({
      columns: [t.providerId, t.subscriberId],
      foreignColumns: [subscriber.providerId, subscriber.id],
    }),
    uniqueIndex('announcement_reader_subscriber').on(t.providerId, t.subscriberId, t.announcementId),
  ],
);
