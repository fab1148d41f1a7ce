import { and, eq, inArray, sql } from 'drizzle-orm';
import { job } from '../../../drizzle/schema/job.ts';
import { realNow } from '../../clock.ts';
import { workingJobStatuses } from '../../contract/portal/job-values.ts';
import { db } from '../../db/client.ts';
import { findForUpdate } from '../../state/resource.ts';
import { transitionEach } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import { jobResource } from '../model/job/resource.ts';
import { jobExpiry } from './create.ts';
import { noteSize } from './room.ts';
import { callerOf, findRunningJob } from './running-job.ts';

const unfinished = inArray(job.status, [...workingJobStatuses]);

/** The ids of the providers with jobs at work: they have rows that are due, or a job that has no more of them. */
export async function providersWithJobs(): Promise<string[]> {
  const rows = await db().selectDistinct({ providerId: job.providerId }).from(job).where(unfinished);
  return rows.map(({ providerId }) => providerId);
}

/** Ends the jobs of one provider whose rows all have their outcome. */
export async function finishJobs(providerId: string): Promise<void> {
  const hasPending = sql`exists (
    select from job_row r where r.provider_id = ${job.providerId} and r.job_id = ${job.id} and r.outcome is null)`;
  const done = await db()
    .select({ id: job.id, correlationId: job.correlationId })
    .from(job)
    .where(and(eq(job.providerId, providerId), unfinished, sql`not ${hasPending}`));
  for (const { id, correlationId } of done) {
    const running = await findRunningJob(providerId, id);
    if (!running) continue;
    const caller = callerOf(running);
    await transaction({ providerId, caller, correlationId }, (scope) => finishJob(scope, id));
  }
}

/** Ends the pass of a job. Another process may have done so, and a check may have begun again: then nothing moves. */
export async function finishJob(scope: WriteScope, id: string): Promise<void> {
  const row = await findForUpdate(scope, jobResource, id);
  const on = row.status === 'CHECKING' ? 'finish_check' : 'complete';
  const expiresAt = jobExpiry();
  const patch = on === 'complete' ? { expiresAt, endedAt: scope.now } : { expiresAt };
  const [moved] = await transitionEach(scope, jobResource, on, [{ row, patch }]);
  // What its rows were refused for counts from now on.
  if (moved) await noteSize(scope, id);
}

/** Deletes jobs and their rows whose time is over. */
export async function purgeJobs(): Promise<void> {
  await db().delete(job).where(sql`${job.expiresAt} < ${realNow().toISOString()} and not ${unfinished}`);
}
