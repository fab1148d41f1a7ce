import { eq, sql } from 'drizzle-orm';
import { job, jobRow } from '../../../drizzle/schema/job.ts';
import { refuse } from '../../contract/errors.ts';
import { MAX_STORED_JOBS_MB } from '../../contract/portal/job-values.ts';
import { lockCount } from '../../state/lock-count.ts';
import { owned } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';
import { jobResource } from '../model/job/resource.ts';
import { rowsOfJob } from './rows.ts';

const MAX_STORED_BYTES = MAX_STORED_JOBS_MB * 1_000_000;

/**
 * Requires that the jobs of the account are not too large together. Contract: Imports.
 * @throws CONFLICT
 */
export async function requireRoom(scope: WriteScope): Promise<void> {
  const [stored] = await scope.db
    .select({ bytes: sql<string>`coalesce(sum(${job.storedBytes}), 0)` })
    .from(job)
    .where(owned(scope, jobResource));
  if (Number(stored?.bytes) <= MAX_STORED_BYTES) return;
  throw refuse('CONFLICT', {
    message: `Imports and bulk actions have at most ${MAX_STORED_JOBS_MB} MB together. Delete one that is not needed any more.`,
  });
}

/** Notes the size of a job: its rows as they were stored, and the reasons of those that were refused. */
export async function noteSize(scope: WriteScope, id: string): Promise<void> {
  const bytes = sql`octet_length(${jobRow.input}::text) + coalesce(octet_length(${jobRow.reasons}::text), 0)`;
  const rows = sql`(select coalesce(sum(${bytes}), 0) from ${jobRow} where ${rowsOfJob(scope, id)})`;
  await scope.db
    .update(job)
    .set({ storedBytes: sql`octet_length(${job.source}::text) + ${rows}` })
    .where(sql`${owned(scope, jobResource)} and ${eq(job.id, id)}`);
}

/**
 * Notes the size of a job whose rows were stored or corrected or are checked again, and requires room for it. Jobs that are measured at
 * the same time wait for each other.
 * @throws CONFLICT
 */
export async function measureJob(scope: WriteScope, id: string): Promise<void> {
  await noteSize(scope, id);
  await lockCount(scope, 'stored jobs');
  await requireRoom(scope);
}
