import { sql } from 'drizzle-orm';
import { plus } from '../../clock.ts';
import { DAY_MS } from '../../contract/days.ts';
import { MAX_OF_SOURCE, type OpenCause } from '../../contract/portal/notification.ts';
import { MAX_COUNTED } from '../../contract/portal/notification-values.ts';
import type { Scope } from '../../work/scope.ts';

/** An ended job is shown for this long. */
const ENDED_JOBS_MS = 7 * DAY_MS;

type EndedJob = {
  id: string;
  job_kind: 'bulk' | 'import';
  stop_reason: string | null;
  ended_at: string;
  refused: number;
};

/** Jobs that the person started and that are complete or stopped by themselves, with the number of refused rows. */
export async function endedJobs(
  { db, providerId, now }: Scope,
  person: { id: string },
): Promise<OpenCause[]> {
  const since = plus(now, -ENDED_JOBS_MS).toISOString();
  const rows = await db.execute<EndedJob>(sql`
    select j.id, j.kind as job_kind, j.stop_reason, coalesce(j.ended_at, j.updated_at) as ended_at, refused.count as refused
    from job j
    cross join lateral (
      select count(*)::int as count from (
        select from job_row r where r.provider_id = j.provider_id and r.job_id = j.id and r.outcome = 'REFUSED'
        limit ${MAX_COUNTED}
      ) counted
    ) refused
    where j.provider_id = ${providerId} and j.staff_user_id = ${person.id} and j.updated_at >= ${since}::timestamptz
      and (j.status = 'COMPLETED' or j.status = 'STOPPED' and j.stop_reason is not null)
    order by j.updated_at desc limit ${MAX_OF_SOURCE}`);
  return rows.map(({ id, job_kind: jobKind, stop_reason: stopReason, ended_at: endedAt, refused }) => {
    const at = new Date(endedAt).toISOString();
    return {
      kind: 'JOB_ENDED',
      id: `JOB_ENDED ${id}`,
      version: at,
      at,
      job: { id, kind: jobKind, stopReason },
      refused,
    };
  });
}
