import { and, asc, eq, gt, lte, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { jobRow, type RowReason } from '../../../drizzle/schema/job.ts';
import type { jobRejects, jobRejectsQuery } from '../../contract/portal/job.ts';
import { rowReasonText } from '../../contract/texts/row-reason.ts';
import { find } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { jobResource } from '../model/job/resource.ts';
import { presentRows } from './read.ts';
import { type JobRow, rowsOfJob } from './rows.ts';

/** The most rows in one answer, and their size in bytes: an answer is made in one go. */
const CHUNK = 500;
const CHUNK_BYTES = 512 * 1024;

/** The columns that a file of rejects has after its own. */
const REASON = 'Reason';

/**
 * The refused rows of a job with the reasons, in order. An import's have the columns of its file, so that the file can be
 * corrected and imported again.
 * @throws NOT_FOUND
 */
export async function readRejects(
  scope: Scope,
  { id, after }: z.output<typeof jobRejectsQuery>,
): Promise<z.output<typeof jobRejects>> {
  const { source, action } = await find(scope, jobResource, id);
  const isRefused = and(rowsOfJob(scope, id), eq(jobRow.outcome, 'REFUSED'), gt(jobRow.position, after));
  const sizes = await scope.db
    .select({ position: jobRow.position, bytes: sql<number>`octet_length(${jobRow.input}::text)` })
    .from(jobRow)
    .where(isRefused)
    .orderBy(asc(jobRow.position))
    .limit(CHUNK + 1);
  const last = lastWithin(sizes);
  const rows = await scope.db
    .select()
    .from(jobRow)
    .where(and(isRefused, lte(jobRow.position, last)))
    .orderBy(asc(jobRow.position));
  const next = last === (sizes.at(-1)?.position ?? last) ? null : last;
  const reasonOf = (reasons: RowReason[] | null, row: JobRow['input'] | null) =>
    (reasons ?? []).map((reason) => rowReasonText({ action, source }, row, reason)).join(' ');
  if ('columns' in source) {
    const { columns } = source;
    const cells = rows.map(({ input, reasons }) => [
      ...columns.map((column) => String(input[column] ?? '')),
      reasonOf(reasons, input),
    ]);
    return { columns: [...columns, REASON], rows: cells, next };
  }
  const shown = await presentRows(scope, rows);
  const cells = shown.map(({ position, resourceId, name, reasons }) => [
    String(position),
    resourceId ?? '',
    name,
    reasonOf(reasons, null),
  ]);
  return { columns: ['Row', 'ID', 'Name', REASON], rows: cells, next };
}

/** The position of the last row of one answer. */
function lastWithin(sizes: { position: number; bytes: number }[]): number {
  let total = 0;
  const end = sizes.findIndex(({ bytes }, i) => {
    total += bytes;
    return i === CHUNK || (i > 0 && total > CHUNK_BYTES);
  });
  return (end < 0 ? sizes.at(-1) : sizes[end - 1])?.position ?? 0;
}
