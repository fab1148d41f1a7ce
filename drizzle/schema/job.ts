import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
} from 'drizzle-orm/pg-core';
import { enumText, id, instant, timestamps } from './columns.ts';
import { provider } from './provider.ts';

/** What the rows of a job were chosen by, or where they come from. */
export type JobSource = BulkSource | ImportSource;

/** The filters of the list. */
type BulkSource = {
  list: string;
  filter: Record<string, string | number | boolean>;
  /** The announcement whose messages the rows are. */
  announcementId?: string;
};

export type ImportSource = {
  fileName: string;
  /** The system that exported the file, if it is known. */
  system: string | null;
  columns: string[];
  /** The column for each field. */
  mapping: Record<string, string>;
  /** The value of a field for all rows without a cell for it. */
  defaults: Record<string, string>;
  /** The lines of a statement that are no money of customers, and no rows. */
  leftOut?: number;
  /** The receipt numbers of the payments that a statement shows as reversed, in upper case. */
  reversed?: string[];
};

/** Why a row was refused, in the texts of the API. */
export type RowReason = { field: string; message: string };

/** Work of staff on many rows: a bulk action or an import. */
export const job = pgTable(
  'job',
  {
    id: id('id').notNull(),
    providerId: id('provider_id')
      .notNull()
      .references(() => provider.id),
    kind: enumText('kind', ['bulk', 'import']).notNull(),
    /** A bulk action, `subscribers.suspend`, or what is imported, `subscribers`. */
    action: text('action').notNull(),
    source: jsonb('source').$type<JobSource>().notNull(),
    status: enumText('status', ['DRAFT', 'CHECKING', 'CHECKED', 'RUNNING', 'COMPLETED', 'STOPPED']).notNull(),
    /** Who started or resumed it last. Its rows run as this person, with the role that the person has at that time. */
    staffUserId: text('staff_user_id').notNull(),
    staffName: text('staff_name').notNull(),
    staffEmail: text('staff_email'),
    /** Who created it. Null in jobs of former releases, whose creator is the person above. */
    creatorName: text('creator_name'),
    creatorEmail: text('creator_email'),
    /** Of all that its rows change. */
    correlationId: text('correlation_id').notNull(),
    /** Bytes of its source and of the input of its rows, as they were stored or corrected last. 0 in jobs of former releases. */
    storedBytes: bigint('stored_bytes', { mode: 'number' }).notNull().default(0),
    /** Why it stopped by itself. */
    stopReason: text('stop_reason'),
    /** Provider's time of the end. */
    endedAt: instant('ended_at'),
    /** Real time. The job and its rows are deleted then. */
    expiresAt: instant('expires_at').notNull(),
    ...timestamps,
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.id] }),
    index('job_created').on(t.providerId, t.createdAt, t.id),
    index('job_unfinished').on(t.providerId).where(sql`${t.status} in ('CHECKING', 'RUNNING')`),
    index('job_expires').on(t.expiresAt),
    check('job_kind_known', sql`${t.kind} in ('bulk', 'import')`),
    check(
      'job_status_known',
      sql`${t.status} in ('DRAFT', 'CHECKING', 'CHECKED', 'RUNNING', 'COMPLETED', 'STOPPED')`,
    ),
  ],
);

/** One row of a job. The outcome is committed with the effect. */
export const jobRow = pgTable(
  'job_row',
  {
    providerId: id('provider_id').notNull(),
    jobId: id('job_id').notNull(),
    /** From 1; of an import, the number of the record in the file. */
    position: integer('position').notNull(),
    /** What it is about, or what it created. */
    resourceId: id('resource_id'),
    /** Another resource that names it, such as the subscriber of an email. */
    aboutId: id('about_id'),
    /** The name of a resource that has none. */
    name: text('name'),
    /** The input of the procedure; of an import, the cells by column. */
    input: jsonb('input').$type<Record<string, unknown>>().notNull(),
    /** What a row of an import is known by, once it has run: two rows that share a key may be the same. */
    keys: text('keys').array(),
    /** Null until it is known. */
    outcome: enumText('outcome', ['DONE', 'UNCHANGED', 'REFUSED']),
    reasons: jsonb('reasons').$type<RowReason[]>(),
    attempts: bigint('attempts', { mode: 'number' }).notNull(),
    /** Real time from which it is due; during an attempt, the end of the lease. Null while it is not to run. */
    dueAt: instant('due_at'),
  },
  (t) => [
    primaryKey({ columns: [t.providerId, t.jobId, t.position] }),
    foreignKey({ columns: [t.providerId, t.jobId], foreignColumns: [job.providerId, job.id] }).onDelete(
      'cascade',
    ),
    index('job_row_due').on(t.providerId, t.dueAt, t.position).where(sql`${t.dueAt} is not null`),
    index('job_row_outcome').on(t.providerId, t.jobId, t.outcome, t.position),
    // A check looks up the rows before it that it would create. The list of pending entries would be read each time.
    index('job_row_keys').using('gin', t.keys).with({ fastupdate: false }).where(sql`${t.keys} is not null`),
    check('job_row_outcome_known', sql`${t.outcome} in ('DONE', 'UNCHANGED', 'REFUSED')`),
    check('job_row_settled', sql`${t.outcome} is null or ${t.dueAt} is null`),
  ],
);
