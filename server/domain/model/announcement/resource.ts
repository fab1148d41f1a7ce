import { sql } from 'drizzle-orm';
import { announcement } from '../../../../drizzle/schema/announcement.ts';
import { announcementSnapshot } from '../../../contract/portal/announcement.ts';
import { defineResource } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';

export const announcementResource = defineResource({
  name: 'announcement',
  object: null,
  table: announcement,
  snapshot: announcementSnapshot,
  load: contentsOf,
});

type Contents = {
  id: string;
  subject: string | null;
  email: string | null;
  sms: string | null;
  readers: number;
  messages: Record<string, number>;
  job: { id: string; status: string; pending: number; refused: number } | null;
};

/** The texts, and what became of the messages. */
async function contentsOf({ db, providerId }: Scope, rows: { id: string }[]) {
  const ids = rows.map(({ id }) => id);
  const found = await db.execute<Contents>(sql`
    select a.id, e.subject, e.body as email, s.body as sms,
      (select count(*)::int from announcement_reader r where r.provider_id = a.provider_id and r.announcement_id = a.id) as readers,
      (select coalesce(jsonb_object_agg(status, n), '{}') from (
        select m.status, count(*)::int as n from mail m
        where m.provider_id = a.provider_id and m.kind = 'NOTICE' and m.fact_id = a.id and m.subscriber_id is not null
        group by m.status) by_status) as messages,
      (select jsonb_build_object('id', j.id, 'status', j.status,
          'pending', count(r.*) filter (where r.outcome is null), 'refused', count(r.*) filter (where r.outcome = 'REFUSED'))
        from job j left join job_row r on r.provider_id = j.provider_id and r.job_id = j.id
        where j.provider_id = a.provider_id and j.id = a.job_id group by j.id, j.status) as job
    from announcement a
    left join message_text e on e.provider_id = a.provider_id and e.id = a.email_text_id
    left join message_text s on s.provider_id = a.provider_id and s.id = a.sms_text_id
    where a.provider_id = ${providerId} and a.id = any(${sql.param(ids)})`);
  return new Map(found.map(({ id, ...contents }) => [id, contents]));
}
