import { and, asc, eq, gt } from 'drizzle-orm';
import type { z } from 'zod';
import { jobRow, type RowReason } from '../../../drizzle/schema/job.ts';
import type { jobRejects, jobRejectsQuery } from '../../contract/job.ts';
import { rowReasonText } from '../../contract/row-reason.ts';
import type { Scope } from '../../db/scope.ts';
import { find } from '../../state/resource.ts';
import { jobResource } from '../model/job/resource.ts';
import { presentRows } from './read.ts';
import { type JobRow, rowsOfJob } from './rows.ts';

/** Rows in one answer. */
const CHUNK = 500;

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
  const rows = await scope.db
    .select()
    .from(jobRow)
    .where(and(rowsOfJob(scope, id), eq(jobRow.outcome, 'REFUSED'), gt(jobRow.position, after)))
    .orderBy(asc(jobRow.position))
    .limit(CHUNK);
  const next = rows.length === CHUNK ? (rows.at(-1)?.position ?? null) : null;
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
