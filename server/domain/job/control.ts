import { and, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { jobRow } from '../../../drizzle/schema/job.ts';
import { realNow } from '../../clock.ts';
import type { JobSnapshot, jobId } from '../../contract/portal/job.ts';
import { findForUpdate, presentOne } from '../../state/resource.ts';
import { transition } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { type Job, jobResource } from '../model/job/resource.ts';
import { jobExpiry, runAsCaller } from './create.ts';
import { rowsOfJob } from './rows.ts';

type JobId = z.output<typeof jobId>;

/**
 * Stops a job. A row whose attempt has begun ends it; no other row begins.
 * @param reason why it stops by itself
 * @throws NOT_FOUND; CONFLICT for a job that is not at work
 */
export async function stopJob(
  scope: WriteScope,
  { id }: JobId,
  reason: string | null = null,
): Promise<JobSnapshot> {
  const job = await findForUpdate(scope, jobResource, id);
  await transition(scope, jobResource, job, 'stop', {
    stopReason: reason,
    // A stopped check leaves a draft.
    endedAt: job.status === 'RUNNING' ? scope.now : null,
    expiresAt: jobExpiry(),
  });
  await setDue(scope, job, null);
  return present(scope, id);
}

/**
 * Continues a stopped job with the rows that have no outcome, as the caller. Contract: Audit.
 * @throws FORBIDDEN unless the caller is a person; NOT_FOUND; CONFLICT for a job that is not stopped
 */
export async function resumeJob(scope: WriteScope, { id }: JobId): Promise<JobSnapshot> {
  const job = await findForUpdate(scope, jobResource, id);
  await transition(scope, jobResource, job, 'resume', {
    ...runAsCaller(scope),
    stopReason: null,
    endedAt: null,
    expiresAt: jobExpiry(),
  });
  await setDue(scope, job, realNow());
  scope.outbox.wakes.add('jobs/due');
  return present(scope, id);
}

async function setDue(scope: WriteScope, job: Job, dueAt: Date | null): Promise<void> {
  await scope.db
    .update(jobRow)
    .set({ dueAt })
    .where(and(rowsOfJob(scope, job.id), isNull(jobRow.outcome)));
}

async function present(scope: WriteScope, id: string): Promise<JobSnapshot> {
  return presentOne(scope, jobResource, await findForUpdate(scope, jobResource, id));
}
