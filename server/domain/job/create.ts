import { sql } from 'drizzle-orm';
import { plus, realNow } from '../../clock.ts';
import { DAY_MS } from '../../contract/days.ts';
import { refuse } from '../../contract/errors.ts';
import { MAX_JOB_ROWS } from '../../contract/portal/job-values.ts';
import { create } from '../../state/record.ts';
import type { WriteScope } from '../../work/scope.ts';
import { type Job, jobResource } from '../model/job/resource.ts';
import { requireStaff } from '../model/staff-caller.ts';
import { measureJob, requireRoom } from './room.ts';
import type { JobRow } from './rows.ts';

/** How long a job and its rows are kept after its last move, in ms of real time. */
const KEPT_MS = 30 * DAY_MS;

/** When a job that moves now is deleted. Real time. */
export function jobExpiry(): Date {
  return plus(realNow(), KEPT_MS);
}

/**
 * The person as whom the rows of a job run from now on: the caller, who starts or resumes it. Contract: Audit.
 * @throws FORBIDDEN unless the caller is a person
 */
export function runAsCaller(scope: WriteScope): Pick<Job, 'staffUserId' | 'staffName' | 'staffEmail'> {
  const { id, name, email } = requireStaff(scope);
  return { staffUserId: id, staffName: name, staffEmail: email };
}

/** Rows in one statement: making its text takes some ms, during which no other request is answered. */
const CHUNK = 500;

type NewJob = Pick<Job, 'kind' | 'action' | 'source'> & { status: 'RUNNING' | 'DRAFT' };
export type NewRow = Pick<JobRow, 'input'> &
  Partial<Pick<JobRow, 'position' | 'resourceId' | 'aboutId' | 'name'>>;

/**
 * Creates a job with its rows, in the order given, and with positions from 1 where they have none. The rows of one that is
 * `RUNNING` are due at once.
 * @param rows all together, or some at a time
 * @throws FORBIDDEN unless the caller is a person; CONFLICT above `MAX_JOB_ROWS` rows, and above `MAX_STORED_JOBS_MB` of
 *   all jobs of the account
 */
export async function createJob(
  scope: WriteScope,
  values: NewJob,
  rows: readonly NewRow[] | AsyncIterable<NewRow[]>,
): Promise<Job> {
  const { name: creatorName, email: creatorEmail } = requireStaff(scope);
  // An account without room does not store the rows first.
  await requireRoom(scope);
  const created = await create(scope, jobResource, {
    ...values,
    ...{ ...runAsCaller(scope), creatorName, creatorEmail },
    ...{ correlationId: scope.correlationId, expiresAt: jobExpiry() },
  });
  const dueAt = values.status === 'RUNNING' ? realNow() : null;
  let count = 0;
  for await (const batch of Array.isArray(rows) ? [rows] : (rows as AsyncIterable<NewRow[]>)) {
    for (let from = 0; from < batch.length; from += CHUNK) {
      const chunk = batch.slice(from, from + CHUNK);
      if (count + chunk.length > MAX_JOB_ROWS) throw tooMany();
      await insertRows(scope, created.id, { rows: chunk, after: count, dueAt });
      count += chunk.length;
    }
  }
  await measureJob(scope, created.id);
  if (dueAt) scope.outbox.wakes.add('jobs/due');
  return created;
}

function tooMany() {
  return refuse('CONFLICT', { message: `A job has at most ${MAX_JOB_ROWS.toLocaleString('en')} rows.` });
}

/** Inserts rows as one parameter. A parameter for each value would take a statement of thousands of placeholders. */
async function insertRows(
  { db, providerId }: WriteScope,
  jobId: string,
  { rows, after, dueAt }: { rows: readonly NewRow[]; after: number; dueAt: Date | null },
): Promise<void> {
  await db.execute(sql`
    insert into job_row (provider_id, job_id, position, input, resource_id, about_id, name, attempts, due_at)
    select ${providerId}, ${jobId}, coalesce((r ->> 'position')::integer, ${after} + n), r -> 'input', r ->> 'resourceId', r ->> 'aboutId', r ->> 'name', 0,
      ${dueAt?.toISOString() ?? null}::timestamptz
    from jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) with ordinality as t (r, n)`);
}
