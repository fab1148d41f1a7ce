import { isDeepStrictEqual } from 'node:util';
import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { ImportSource } from '../../../drizzle/schema/job.ts';
import { jobRow, job as jobTable } from '../../../drizzle/schema/job.ts';
import { realNow } from '../../clock.ts';
import { invalid, invalidValue, refuse } from '../../contract/errors.ts';
import { type ImportTypeName, importTypeOf } from '../../contract/portal/import-fields.ts';
import { guessMapping, missingFields, recogniseSystem } from '../../contract/portal/import-mapping.ts';
import type { importCheck, importCreate, JobSnapshot, jobId, RowBatches } from '../../contract/portal/job.ts';
import { findForUpdate } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { requireAccount } from '../external/gateway/accounts.ts';
import { cellText } from '../import/cell.ts';
import { isPaymentLine, reversedBy } from '../import/statement.ts';
import { type Job, jobResource } from '../model/job/resource.ts';
import { createJob, jobExpiry, type NewRow, runAsCaller } from './create.ts';
import { getJob } from './read.ts';
import { measureJob } from './room.ts';
import { rowsOfJob } from './rows.ts';

/** The most payments that a statement shows as reversed. Their numbers are read with the job, also in lists. */
const MAX_REVERSED = 1_000;

/**
 * Creates a draft of an import with the rows of a file. The columns of fields are guessed from the headers.
 * The rows of a statement are checked at once. Contract: Receipts.
 * @throws FORBIDDEN unless the caller is a person; CONFLICT above the limits of `createJob`, and for the statement of a gateway that was
 *   never connected; VALIDATION_FAILED at `file` for a statement without money of customers,
 *   and for one with too many reversed payments
 */
export async function createImport(
  scope: WriteScope,
  { type, fileName, columns, rows }: NewImport,
): Promise<JobSnapshot> {
  const { statementOf } = importTypeOf(type);
  if (statementOf) await requireAccount(scope, statementOf);
  const source: ImportSource = {
    fileName,
    system: recogniseSystem(type, columns),
    columns,
    mapping: guessMapping(type, columns),
    defaults: {},
  };
  const job = { kind: 'import', action: type, source, status: 'DRAFT' } as const;
  if (!statementOf) {
    const { id } = await createJob(scope, job, asInputs(rows));
    return getJob(scope, { id });
  }
  const counts = { total: 0, payments: 0, numbers: new Set<string>(), reversed: new Set<string>() };
  const { mapping } = source;
  const created = await createJob(scope, job, paymentLines(asInputs(rows), { type, mapping }, counts));
  const { id } = created;
  if (counts.payments === 0)
    throw invalidValue('file', 'The statement has no completed payment of a customer.');
  const leftOut = counts.total - counts.payments;
  // A reversal may stand above or below its payment. Its details may have other words that look like a number.
  const reversed = [...counts.reversed].filter((number) => counts.numbers.has(number));
  if (reversed.length > MAX_REVERSED)
    throw invalidValue('file', `A statement may have at most ${MAX_REVERSED} reversed payments.`);
  await scope.db
    .update(jobTable)
    .set({ source: { ...source, leftOut, reversed } })
    .where(and(eq(jobTable.providerId, scope.providerId), eq(jobTable.id, id)));
  return checkImport(scope, { id, mapping, defaults: {} });
}

/** The rows of a statement that may be money of customers, with the positions that they have in the file. */
async function* paymentLines(
  batches: AsyncIterable<NewRow[]>,
  { type, mapping }: { type: ImportTypeName; mapping: Record<string, string> },
  counts: { total: number; payments: number; numbers: Set<string>; reversed: Set<string> },
): AsyncGenerator<NewRow[]> {
  for await (const batch of batches) {
    const from = counts.total;
    counts.total += batch.length;
    const lines = batch
      .map((row, i) => ({ ...row, position: from + i + 1 }))
      .filter(({ input }) => isPaymentLine(type, mapping, input));
    counts.payments += lines.length;
    for (const { input } of lines)
      counts.numbers.add(cellText('id', input[mapping.transactionId ?? '']).toUpperCase());
    for (const { input } of batch)
      for (const number of reversedBy(type, mapping, input)) counts.reversed.add(number);
    yield lines;
  }
}

type NewImport = Omit<z.output<typeof importCreate>, 'rows'> & {
  rows: RowBatches | readonly Record<string, string>[];
};

/** The rows of a file as the input of the rows of a job. */
async function* asInputs(rows: NewImport['rows']): AsyncGenerator<NewRow[]> {
  if (Symbol.asyncIterator in rows) {
    for await (const batch of rows) yield batch.map((input) => ({ input }));
  } else yield rows.map((input) => ({ input }));
}

/**
 * Runs every row of a draft dry, with a column or a value for each field. It can be repeated until the import is started.
 * @throws NOT_FOUND; VALIDATION_FAILED for a required field without a column, and for an unknown field or column;
 *   CONFLICT for an import that is at work or was started, where the imports of the account are too large together, and for other
 *   columns or values of a statement
 */
export async function checkImport(
  scope: WriteScope,
  { id, mapping, defaults }: z.output<typeof importCheck>,
): Promise<JobSnapshot> {
  const job = await findForUpdate(scope, jobResource, id);
  const before = sourceOf(job);
  const type = job.action as ImportTypeName;
  requireMapping(type, before.columns, mapping, defaults);
  const isOwn = isDeepStrictEqual(
    { mapping, defaults },
    { mapping: before.mapping, defaults: before.defaults },
  );
  if (importTypeOf(type).statementOf && !isOwn) {
    throw refuse('CONFLICT', { field: 'mapping', message: 'The columns of a statement cannot be changed.' });
  }
  const source = { ...before, mapping, defaults };
  await transition(scope, jobResource, job, 'check', {
    ...runAsCaller(scope),
    source,
    expiresAt: jobExpiry(),
  });
  await beginPass(scope, id);
  // Without the reasons of its last check, and with those of other imports.
  await measureJob(scope, id);
  return getJob(scope, { id });
}

/**
 * Starts a checked import. Rows that the check refused are tried too, because what they lacked may exist by now.
 * @throws NOT_FOUND; CONFLICT for an import that is not checked
 */
export async function startImport(scope: WriteScope, { id }: z.output<typeof jobId>): Promise<JobSnapshot> {
  const job = await findForUpdate(scope, jobResource, id);
  await transition(scope, jobResource, job, 'start', { ...runAsCaller(scope), expiresAt: jobExpiry() });
  await beginPass(scope, id);
  return getJob(scope, { id });
}

/** Where the rows of an import come from. @throws CONFLICT for a bulk action */
export function sourceOf({ source }: Pick<Job, 'source'>): ImportSource {
  if ('columns' in source) return source;
  throw refuse('CONFLICT', { field: 'id', message: 'This job is no import.' });
}

/** Makes all rows due without an outcome. */
async function beginPass(scope: WriteScope, id: string): Promise<void> {
  await scope.db
    .update(jobRow)
    .set({
      ...{ outcome: null, reasons: null, resourceId: null, keys: null, dueAt: realNow() },
      // The result of an attempt from an earlier pass no longer counts.
      attempts: sql`${jobRow.attempts} + 1`,
    })
    .where(rowsOfJob(scope, id));
  scope.outbox.wakes.add('jobs/due');
}

function requireMapping(
  type: ImportTypeName,
  columns: string[],
  mapping: Record<string, string>,
  defaults: Record<string, string>,
): void {
  const { fields } = importTypeOf(type);
  const unknown = [...Object.keys(mapping), ...Object.keys(defaults)].filter(
    (field) => !Object.hasOwn(fields, field),
  );
  const faults = [
    ...unknown.map((field) => ({ field, code: 'NOT_ALLOWED' as const })),
    ...Object.entries(mapping)
      .filter(([, column]) => !columns.includes(column))
      .map(([field]) => ({
        field,
        code: 'INVALID_VALUE' as const,
        message: 'The file has no such column.',
      })),
    ...missingFields(type, mapping, defaults).map((field) => ({
      field,
      code: 'REQUIRED' as const,
      message: 'Choose a column, or enter one value for all rows.',
    })),
  ];
  if (faults.length > 0) throw invalid(faults);
}
