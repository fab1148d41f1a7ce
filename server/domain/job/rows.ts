import { and, eq, isNull } from 'drizzle-orm';
import { jobRow, type RowReason } from '../../../drizzle/schema/job.ts';
import { SECOND_MS } from '../../clock.ts';
import type { Db, Tx } from '../../db/client.ts';
import { defineQueue, isStillClaimed } from '../queue/leased-queue.ts';

/** The rows of jobs that are due. A row runs in one transaction, with its outcome. */
export const jobRowQueue = defineQueue({
  name: 'job rows',
  table: jobRow,
  key: ['jobId', 'position'],
  due: 'dueAt',
  order: ['dueAt', 'position'],
  batch: 4,
  leaseMs: 30 * SECOND_MS,
  // A row whose attempt throws is due again after its lease. Every refusal is an outcome.
  retryWaitsMs: [],
});

export type JobRow = typeof jobRow.$inferSelect;

/** The outcome of a row that has run. */
export type RowResult = {
  outcome: NonNullable<JobRow['outcome']>;
  /** What it created or what exists already; what it is about stays as it is when absent. */
  resourceId?: string;
  reasons?: RowReason[];
  /** Of an import: how the row is named, and what it is known by. */
  name?: string | null;
  keys?: readonly string[];
};

/** A later attempt has begun, or the row has its outcome already. The work of this attempt is rolled back. */
export class RowTaken extends Error {}

/**
 * Writes the outcome of an attempt, in the transaction of its effect.
 * @throws RowTaken when a later attempt has begun
 */
export async function settleRow(on: Db | Tx, claimed: JobRow, result: RowResult): Promise<void> {
  const { outcome, resourceId = claimed.resourceId, reasons = null } = result;
  const { name = claimed.name, keys = claimed.keys } = result;
  const written = await on
    .update(jobRow)
    .set({ outcome, resourceId, reasons, name, keys: keys && [...keys], dueAt: null })
    .where(and(isStillClaimed(jobRowQueue, claimed), isNull(jobRow.outcome)))
    .returning({ position: jobRow.position });
  if (written.length === 0) throw new RowTaken();
}

/** The condition of the rows of one job. */
export function rowsOfJob({ providerId }: { providerId: string }, jobId: string) {
  return and(eq(jobRow.providerId, providerId), eq(jobRow.jobId, jobId));
}
