import { sql } from 'drizzle-orm';
import { plus } from '../../clock.ts';
import { DAY_MS } from '../../contract/days.ts';
import type { OpenCause } from '../../contract/portal/notification.ts';
import { MAX_COUNTED } from '../../contract/portal/notification-values.ts';
import type { Scope } from '../../work/scope.ts';

/** Failed emails count for this long: most of them have a wrong address and are never sent again. */
const FAILED_EMAILS_MS = 7 * DAY_MS;

/** All failed emails of the last seven days, as one cause: a mail server that is set up wrongly fails thousands. */
export async function failedEmails({ db, providerId, now }: Scope): Promise<OpenCause[]> {
  const since = plus(now, -FAILED_EMAILS_MS).toISOString();
  const [found] = await db.execute<{ count: number; at: string | null; email_id: string }>(sql`
    select count(*)::int as count, max(updated_at) as at, (array_agg(id order by updated_at desc))[1] as email_id
    from (
      select id, updated_at from mail
      where provider_id = ${providerId} and status = 'FAILED' and updated_at >= ${since}::timestamptz
      order by updated_at desc limit ${MAX_COUNTED}
    ) newest`);
  if (!found?.at) return [];
  const { count, email_id: emailId } = found;
  const at = new Date(found.at).toISOString();
  return [{ kind: 'EMAILS_FAILED', id: 'EMAILS_FAILED', version: at, at, count, emailId }];
}
