import { and, eq } from 'drizzle-orm';
import { job } from '../../../drizzle/schema/job.ts';
import { organisation, provider } from '../../../drizzle/schema/provider.ts';
import { staffMember } from '../../../drizzle/schema/staff.ts';
import type { Role } from '../../contract/roles.ts';
import { db } from '../../db/client.ts';
import type { Job } from '../model/job/resource.ts';

/** A job at work, and the circumstances in which its rows run. */
export type RunningJob = {
  job: Job;
  livemode: boolean;
  /** How far the test clock is ahead of real time, in ms. */
  clockOffsetMs: number;
  /** The role that the person who started it has now; null for a person who has left. */
  role: Role | null;
  /** The country of the organisation, ISO 3166-1 alpha-2: that of local phone numbers. */
  country: string | null;
};

/** Reads a job for one of its rows; undefined when it was deleted. */
export async function findRunningJob(providerId: string, id: string): Promise<RunningJob | undefined> {
  const [found] = await db()
    .select({
      job,
      livemode: provider.livemode,
      clockOffsetMs: provider.clockOffsetMs,
      role: staffMember.role,
      country: organisation.country,
    })
    .from(job)
    .innerJoin(provider, eq(provider.id, job.providerId))
    .innerJoin(organisation, eq(organisation.id, provider.organisationId))
    .leftJoin(
      staffMember,
      and(eq(staffMember.organisationId, provider.organisationId), eq(staffMember.userId, job.staffUserId)),
    )
    .where(and(eq(job.providerId, providerId), eq(job.id, id)));
  return found;
}
