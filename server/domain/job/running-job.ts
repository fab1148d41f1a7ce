import { and, eq } from 'drizzle-orm';
import { job } from '../../../drizzle/schema/job.ts';
import { organisation, provider } from '../../../drizzle/schema/provider.ts';
import { staffMember, staffUser } from '../../../drizzle/schema/staff.ts';
import type { Rights } from '../../contract/roles.ts';
import { db } from '../../db/client.ts';
import type { Caller } from '../../work/scope.ts';
import type { Job } from '../model/job/resource.ts';

/** A job at work, and the circumstances in which its rows run. */
export type RunningJob = {
  job: Job;
  livemode: boolean;
  /** How far the test clock is ahead of real time, in ms. */
  clockOffsetMs: number;
  /** The person as whom its rows run, with the name, the address and the role of now; null for a person who has left. */
  person: (Rights & { id: string; name: string; email: string }) | null;
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
      person: { id: staffUser.id, name: staffUser.name, email: staffUser.email, role: staffMember.role },
      country: organisation.country,
      settings: {
        supportCollects: organisation.supportCollects,
        supportSeesRevenue: organisation.supportSeesRevenue,
      },
    })
    .from(job)
    .innerJoin(provider, eq(provider.id, job.providerId))
    .innerJoin(organisation, eq(organisation.id, provider.organisationId))
    .leftJoin(
      staffMember,
      and(eq(staffMember.organisationId, provider.organisationId), eq(staffMember.userId, job.staffUserId)),
    )
    .leftJoin(staffUser, eq(staffUser.id, staffMember.userId))
    .where(and(eq(job.providerId, providerId), eq(job.id, id)));
  if (!found) return undefined;
  const { person, settings, ...rest } = found;
  const { id: userId, name, email, role } = person ?? {};
  const isMember = userId && name && email && role;
  return { ...rest, person: isMember ? { id: userId, name, email, role, ...settings } : null };
}

/** The caller as whom a job does its work: the person who started or resumed it last. Automatic work once that person has left. */
export function callerOf({ person }: RunningJob): Caller {
  return person ? { type: 'staff', ...person } : { type: 'system', name: 'jobs' };
}
