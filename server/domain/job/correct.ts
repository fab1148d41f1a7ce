import { and, eq, gt, isNotNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { jobRow } from '../../../drizzle/schema/job.ts';
import { realNow } from '../../clock.ts';
import { invalid, refuse } from '../../contract/errors.ts';
import { importTypeOf } from '../../contract/portal/import-fields.ts';
import type { importCorrect, JobSnapshot } from '../../contract/portal/job.ts';
import { findForUpdate } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { jobResource } from '../model/job/resource.ts';
import { jobExpiry, runAsCaller } from './create.ts';
import { sourceOf } from './import.ts';
import { getJob } from './read.ts';
import { measureJob } from './room.ts';
import { rowsOfJob } from './rows.ts';

type Correction = z.output<typeof importCorrect>;

/**
 * Puts new cells into refused rows of an import and tries them again: after a check dry, with the rows behind them, else for real.
 * Contract: Imports.
 * @throws NOT_FOUND; CONFLICT for a bulk action, a job that is at work, without a refused row, and above the limit of all jobs;
 *   VALIDATION_FAILED for a column that the file does not have, a row that is not refused, and cells of the statement of a gateway
 */
export async function correctImport(scope: WriteScope, { id, rows }: Correction): Promise<JobSnapshot> {
  const job = await findForUpdate(scope, jobResource, id);
  const { columns } = sourceOf(job);
  requireCells(rows, columns, importTypeOf(job.action).statementOf !== undefined);
  await transition(scope, jobResource, job, 'correct', {
    ...runAsCaller(scope),
    endedAt: null,
    expiresAt: jobExpiry(),
  });
  const changed = JSON.stringify(
    Object.fromEntries((rows ?? []).map(({ position, cells }) => [position, cells])),
  );
  const again = {
    ...{ outcome: null, reasons: null, resourceId: null, keys: null, dueAt: realNow() },
    attempts: sql`${jobRow.attempts} + 1`,
  };
  const positions = rows?.map(({ position }) => position);
  const due = await scope.db
    .update(jobRow)
    .set({
      ...again,
      input: sql`${jobRow.input} || coalesce(${changed}::text::jsonb -> ${jobRow.position}::text, '{}')`,
    })
    .where(
      and(
        rowsOfJob(scope, id),
        eq(jobRow.outcome, 'REFUSED'),
        positions && sql`${jobRow.position} = any(${sql.param(positions)}::int[])`,
      ),
    )
    .returning({ position: jobRow.position });
  if (due.length === 0) throw refuse('CONFLICT', { field: 'id', message: 'No row is refused.' });
  if (rows) {
    requireAll(rows, new Set(due.map(({ position }) => position)));
    await measureJob(scope, id);
  }
  if (job.status === 'CHECKED') {
    // A later row may be refused because of a row that is accepted now.
    const first = Math.min(...due.map(({ position }) => position));
    await scope.db
      .update(jobRow)
      .set(again)
      .where(and(rowsOfJob(scope, id), gt(jobRow.position, first), isNotNull(jobRow.outcome)));
  }
  scope.outbox.wakes.add('jobs/due');
  return getJob(scope, { id });
}

/** @throws VALIDATION_FAILED */
function requireCells(rows: Correction['rows'], columns: readonly string[], isStatement: boolean): void {
  const faults = (rows ?? []).flatMap(({ cells }, i) =>
    Object.keys(cells)
      .filter((column) => isStatement || !columns.includes(column))
      .map((column) => ({
        field: `rows.${i}.cells.${column}`,
        code: 'NOT_ALLOWED' as const,
        message: isStatement
          ? 'The lines of a statement are as the gateway wrote them.'
          : 'The file has no such column.',
      })),
  );
  if (faults.length > 0) throw invalid(faults);
}

/** @throws VALIDATION_FAILED */
function requireAll(rows: NonNullable<Correction['rows']>, due: ReadonlySet<number>): void {
  const faults = rows.flatMap(({ position }, i) =>
    due.has(position)
      ? []
      : [
          {
            field: `rows.${i}.position`,
            code: 'INVALID_VALUE' as const,
            message: 'This row is not refused.',
          },
        ],
  );
  if (faults.length > 0) throw invalid(faults);
}
