import { jobRow } from '../../../drizzle/schema/job.ts';
import { plus, realNow } from '../../clock.ts';
import { DAY_MS } from '../../contract/days.ts';
import { refuse } from '../../contract/errors.ts';
import { MAX_JOB_ROWS } from '../../contract/job-values.ts';
import type { WriteScope } from '../../db/scope.ts';
import { create } from '../../state/record.ts';
import { type Job, jobResource } from '../model/job/resource.ts';
import { requireStaff } from '../model/staff-caller.ts';
import type { JobRow } from './rows.ts';

/** How long a job and its rows are kept after its last move, in ms of real time. */
const KEPT_MS = 30 * DAY_MS;

/** When a job that moves now is deleted. Real time. */
export function jobExpiry(): Date {
  return plus(realNow(), KEPT_MS);
}

/** Rows in one statement: well below the 65,535 parameters that PostgreSQL takes. */
const CHUNK = 2_000;

type NewJob = Pick<Job, 'kind' | 'action' | 'source'> & { status: 'RUNNING' | 'DRAFT' };
export type NewRow = Pick<JobRow, 'input'> & Partial<Pick<JobRow, 'resourceId' | 'aboutId' | 'name'>>;

/**
 * Creates a job with its rows, in the order given. The rows of one that is `RUNNING` are due at once.
 * @throws FORBIDDEN unless the caller is a person; CONFLICT above `MAX_JOB_ROWS` rows
 */
export async function createJob(scope: WriteScope, values: NewJob, rows: readonly NewRow[]): Promise<Job> {
  const { id: staffUserId, name: staffName } = requireStaff(scope);
  if (rows.length > MAX_JOB_ROWS) {
    throw refuse('CONFLICT', { message: `A job has at most ${MAX_JOB_ROWS.toLocaleString('en')} rows.` });
  }
  const created = await create(scope, jobResource, {
    ...values,
    ...{ staffUserId, staffName, correlationId: scope.correlationId, expiresAt: jobExpiry() },
  });
  const dueAt = values.status === 'RUNNING' ? realNow() : null;
  for (let from = 0; from < rows.length; from += CHUNK) {
    await scope.db.insert(jobRow).values(
      rows.slice(from, from + CHUNK).map((row, i) => ({
        ...row,
        providerId: scope.providerId,
        jobId: created.id,
        position: from + i + 1,
        attempts: 0,
        dueAt,
      })),
    );
  }
  if (dueAt) scope.outbox.wakes.add('jobs/due');
  return created;
}
