import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { job } from '../../../drizzle/schema/job.ts';
import { refuse } from '../../contract/errors.ts';
import type { jobDeletion, jobId } from '../../contract/portal/job.ts';
import { isDeletable } from '../../contract/portal/job-rules.ts';
import { findForUpdate, owned } from '../../state/resource.ts';
import { audit } from '../../work/audit.ts';
import type { WriteScope } from '../../work/scope.ts';
import { jobResource } from '../model/job/resource.ts';

/**
 * Deletes a job with its rows before its time. What the rows changed stays. Contract: Imports.
 * @throws NOT_FOUND; CONFLICT for a job that is at work, and for that of an announcement, which shows its progress
 */
export async function deleteJob(
  scope: WriteScope,
  { id }: z.output<typeof jobId>,
): Promise<z.output<typeof jobDeletion>> {
  const row = await findForUpdate(scope, jobResource, id);
  if (!isDeletable(row)) {
    throw refuse('CONFLICT', {
      field: 'id',
      message: 'Only a bulk action or an import that is not at work can be deleted.',
    });
  }
  await scope.db.delete(job).where(and(owned(scope, jobResource), eq(job.id, id)));
  audit(scope, 'job.delete', { type: 'job', id });
  return { id, deleted: true };
}
