import { and, eq, inArray } from 'drizzle-orm';
import { job } from '../../../drizzle/schema/job.ts';
import { workingJobStatuses } from '../../contract/portal/job-values.ts';
import { db } from '../../db/client.ts';

/** The ids of the bulk actions of a provider that are at work. */
export async function bulkJobsAtWork(providerId: string): Promise<string[]> {
  const rows = await db()
    .select({ id: job.id })
    .from(job)
    .where(
      and(eq(job.providerId, providerId), eq(job.kind, 'bulk'), inArray(job.status, [...workingJobStatuses])),
    );
  return rows.map(({ id }) => id);
}
