import { z } from 'zod';
import { listInput, listOutput, searchInput } from '../paging.ts';
import { anyText, idInput, idOutput, instantOutput, issue, timestamps } from '../primitives.ts';
import { type BulkActionName, bulkActions } from './bulk-actions.ts';
import { importTypeNames } from './import-fields.ts';
import { jobKinds, jobStatuses, MAX_JOB_ROWS, rowOutcomes } from './job-values.ts';
import { countsOutput } from './list-parts.ts';
import { jobTabs } from './list-tabs.ts';

/** Jobs of staff: bulk actions and imports. */

const cell = z.union([z.string().max(1_000), z.number(), z.boolean()]);

/** The filters of a list, as its procedure takes them. */
export const jobFilter = z.record(z.string().max(100), cell);

const isSelection = (value: unknown) =>
  Array.isArray(value) &&
  value.length >= 1 &&
  value.length <= MAX_JOB_ROWS &&
  value.every((id) => typeof id === 'string' && id.length >= 1 && id.length <= 64);

/**
 * The ids of the selected rows; when absent, all that match the filter. One reason stands for all faults, of which there may be
 * thousands.
 */
export const selectedRows = z
  .any()
  .superRefine((value, ctx) => {
    if (!isSelection(value))
      issue(ctx, 'INVALID_VALUE', `Choose 1 to ${MAX_JOB_ROWS.toLocaleString('en')} rows.`);
  })
  .pipe(z.custom<string[]>())
  .optional();

export const jobSnapshot = z.object({
  id: idOutput('job'),
  kind: z.enum(jobKinds),
  /** A bulk action, `subscribers.suspend`, or what is imported, `subscribers`. */
  action: z.string(),
  source: z.record(z.string(), z.unknown()),
  status: z.enum(jobStatuses),
  /** As whom its rows run: the person who started or resumed it last. */
  staffName: z.string(),
  staffEmail: z.string().nullable(),
  /** Who created it; null in jobs of former releases, whose creator is the person above. */
  creatorName: z.string().nullable(),
  creatorEmail: z.string().nullable(),
  correlationId: z.string(),
  /** Why it stopped by itself. */
  stopReason: z.string().nullable(),
  counts: z.object({
    total: z.int(),
    pending: z.int(),
    done: z.int(),
    unchanged: z.int(),
    refused: z.int(),
  }),
  endedAt: instantOutput.nullable(),
  /** Real time. The job and its rows are deleted then. */
  expiresAt: instantOutput,
  ...timestamps,
});
export type JobSnapshot = z.output<typeof jobSnapshot>;

export const jobId = z.strictObject({ id: idInput('job') });
export const jobDeletion = z.object({ id: idOutput('job'), deleted: z.literal(true) });
export const jobList = listInput([], {
  kind: z.enum(jobKinds).optional(),
  status: z.enum(jobStatuses).optional(),
  q: searchInput.optional(),
});
export const jobPage = listOutput(jobSnapshot);
export const jobCounts = countsOutput(jobTabs);

const bulkActionNames = Object.keys(bulkActions) as [BulkActionName, ...BulkActionName[]];

const bulk = {
  action: z.enum(bulkActionNames),
  filter: jobFilter,
  ids: selectedRows,
  /** What the person entered for all rows. */
  options: z.record(z.string().max(100), z.string().max(1_000)).default({}),
};

export const bulkPreviewInput = z.strictObject(bulk);

/** The rows that match, and what would be run for the first of them. */
export const bulkPreview = z.object({
  total: z.int(),
  sample: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      procedure: z.string(),
      input: z.record(z.string(), z.unknown()),
    }),
  ),
});

export const bulkCreate = z.strictObject({
  ...bulk,
  /** The number of rows that the preview showed. */
  total: z.int(),
});

/** The rows of a file as cells by column, some hundred at a time. They can be read again from the start. */
export type RowBatches = AsyncIterable<Record<string, string>[]>;

function isRowBatches(value: unknown): value is RowBatches {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value;
}

export const importType = z.strictObject({ type: z.enum(importTypeNames) });

/** A file as a table, as the portal's upload reads it. A request from outside cannot have such rows. */
export const importCreate = z.strictObject({
  type: z.enum(importTypeNames),
  fileName: anyText(1, 255),
  columns: z.array(z.string().min(1)).min(1).max(200),
  rows: z.custom<RowBatches>(isRowBatches),
});

const byField = z.record(z.string().max(100), z.string().max(2_000));

/** Which column, or which value for all rows, gives each field. */
export const importCheck = z.strictObject({
  id: idInput('job'),
  mapping: byField,
  defaults: byField.default({}),
});

/** The most rows that one request corrects. */
const MAX_CORRECTED = 100;

/** Refused rows of an import, to be tried again. */
export const importCorrect = z.strictObject({
  id: idInput('job'),
  /** With new cells by column. Absent: all refused rows, as they are. */
  rows: z
    .array(
      z.strictObject({
        position: z.int().min(1),
        cells: z.record(z.string().max(200), z.string().max(2_000)),
      }),
    )
    .min(1)
    .max(MAX_CORRECTED)
    .optional(),
});

export const jobRowList = z.strictObject({
  id: idInput('job'),
  outcome: z.enum(rowOutcomes).optional(),
  page: z.int().min(1).max(1_000_000).default(1),
  limit: z.int().min(1).max(100).default(50),
});

const jobRowSnapshot = z.object({
  /** The position as text, because lists identify rows by it. */
  id: z.string(),
  position: z.int(),
  /** What it is about, or what it created; null for neither. */
  resourceId: z.string().nullable(),
  name: z.string(),
  outcome: z.enum(rowOutcomes),
  reasons: z.array(z.object({ field: z.string(), message: z.string() })),
  /** The status of the email or delivery that it queued, as of now. */
  sent: z.object({ status: z.string(), error: z.string().nullable() }).nullable(),
  /** The webhook of a delivery. */
  webhookId: z.string().nullable(),
  /** The cells of an import's row, by column; null for a bulk action. */
  cells: z.record(z.string(), z.unknown()).nullable(),
});
export type JobRowSnapshot = z.output<typeof jobRowSnapshot>;
export const jobRowPage = listOutput(jobRowSnapshot);

/** The refused rows after a position, as the cells of a file that can be corrected. */
export const jobRejectsQuery = z.strictObject({ id: idInput('job'), after: z.int().min(0).default(0) });
export const jobRejects = z.object({
  columns: z.array(z.string()),
  rows: z.array(z.array(z.string())),
  /** The position of the last row; null once there are no more. */
  next: z.int().nullable(),
});
