import { type SQL, sql } from 'drizzle-orm';
import type { MessageChannel } from '../../../contract/enums.ts';
import { asMinor } from '../../../contract/money.ts';
import { db } from '../../../db/client.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { enqueueEmails } from '../../messaging/email/enqueue.ts';
import { selectBacklog } from '../../queue/backlog.ts';
import type { DueItem, DueWork } from '../../queue/due-work.ts';

/** A reminder of an unpaid renewal. */
type ReminderRow = {
  due_at: string;
  subscriber_id: string;
  cycle_id: string;
  kind: 'REMINDER' | 'OVERDUE' | 'LAST_WARNING';
  channel: MessageChannel;
  occurrence: number;
  invoice_id: string;
  amount: number;
  currency: string;
  expires_at: string;
  grace_ends_at: string;
  plan_name: string;
};

/**
 * Reminders of unpaid renewals: days before and after the due date, and one day before service ends, by the settings of the provider. In
 * quiet hours they are due at their end. One for each channel, cycle and day. None once the renewal is paid or its
 * payment is in transit, none for days before the invoice was issued, and none for days before the settings. Contract: Reminders.
 */
export const reminder: DueWork<ReminderRow> = {
  name: 'reminder',
  byTime: true,
  async due({ db, providerId }, until, limit, lane) {
    const { of, index } = lane ?? { of: 1, index: 0 };
    const rows = await db.execute<ReminderRow>(sql`
      select * from (${reminders(sql`s.provider_id = ${providerId}`)}) r
      where due_at <= ${until.toISOString()}::timestamptz
        and (${of}::int = 1 or (hashtext(subscriber_id) & 2147483647) % ${of}::int = ${index}::int)
      order by due_at, cycle_id, channel limit ${limit}`);
    return rows.map((row) => ({ at: new Date(row.due_at), subscriberId: row.subscriber_id, row }));
  },
  async outlook({ db, providerId }, until) {
    const [row] = await db.execute<{ count: number; first: string | null }>(sql`
      select count(*) filter (where due_at <= ${until.toISOString()}::timestamptz)::int as count, min(due_at) as first
      from (${reminders(sql`s.provider_id = ${providerId}`)}) r`);
    return { count: row?.count ?? 0, first: row?.first ? new Date(row.first) : null };
  },
  run: remind,
  async providersDue(realNow) {
    const rows = await db().execute<{ provider_id: string }>(
      sql`select distinct provider_id ${fromDue(realNow)}`,
    );
    return rows.map((row) => row.provider_id);
  },
  backlog: (realNow) =>
    selectBacklog('reminder', sql`due_at - clock_offset_ms * interval '1 millisecond'`, fromDue(realNow)),
};

async function remind(scope: WriteScope, items: DueItem<ReminderRow>[]): Promise<void> {
  await enqueueEmails(
    scope,
    items.map(({ at, subscriberId, row }) => ({
      kind: row.kind,
      factId: row.cycle_id,
      subscriberId,
      channels: [row.channel],
      occurrence: Number(row.occurrence),
      facts: {
        amount: asMinor(Number(row.amount)),
        currency: row.currency,
        invoiceId: row.invoice_id,
        at: new Date(row.expires_at).toISOString(),
        until: new Date(row.grace_ends_at).toISOString(),
        what: row.plan_name,
      },
      at,
    })),
  );
}

function fromDue(realNow: Date): SQL {
  return sql`from (${reminders(sql`true`)}) r
    where due_at <= ${realNow.toISOString()}::timestamptz + clock_offset_ms * interval '1 millisecond'`;
}

/** All reminders that are to be sent, each with the instant at which it is due. Only providers with settings have any. */
function reminders(ofProviders: SQL): SQL {
  const days = (column: SQL, channel: string, which: SQL) =>
    sql`select s.*, ${channel}::text as channel, d as day from chosen s, unnest(${column}) d where ${which}`;
  const onBoth = (which: SQL) => sql`
    ${days(sql`s.email_days`, 'EMAIL', which)} union all ${days(sql`s.sms_days`, 'SMS', which)}`;
  const wanted = (kind: string, status: string, chosen: SQL, at: SQL) => sql`
    select w.provider_id, w.clock_offset_ms, w.time_zone, w.quiet_from, w.quiet_until, w.since, w.channel, w.day as occurrence,
      ${kind}::text as kind, c.id as cycle_id, c.subscription_id, c.subscriber_id, c.plan_id, c.expires_at, c.grace_ends_at, ${at} as at
    from (${chosen}) w join billing_cycle c on c.provider_id = w.provider_id and c.status = ${sql.raw(`'${status}'`)}`;
  const afterDays = sql`c.expires_at + w.day * interval '1 day'`;
  return sql`
    with chosen as materialized (
      select s.*, s.updated_at as since, p.clock_offset_ms, p.time_zone
      from message_settings s join provider p on p.id = s.provider_id
      where ${ofProviders} and (cardinality(s.email_days) + cardinality(s.sms_days) > 0
        or 'LAST_WARNING' = any(s.email_kinds || s.sms_kinds))
    ), wanted as (
      ${wanted('REMINDER', 'ACTIVE', onBoth(sql`d < 0`), afterDays)}
      union all ${wanted('OVERDUE', 'OVERDUE', onBoth(sql`d > 0`), afterDays)}
      union all ${wanted(
        'LAST_WARNING',
        'OVERDUE',
        sql`
          select s.*, 'EMAIL'::text as channel, 0::bigint as day from chosen s where 'LAST_WARNING' = any(s.email_kinds)
          union all select s.*, 'SMS'::text, 0::bigint from chosen s where 'LAST_WARNING' = any(s.sms_kinds)`,
        sql`c.grace_ends_at - interval '1 day'`,
      )}
    )
    select q.due_at, w.provider_id, w.clock_offset_ms, w.subscriber_id, w.cycle_id, w.kind, w.channel, w.occurrence,
      i.id as invoice_id, i.amount_due as amount, i.currency, w.expires_at, w.grace_ends_at, p.plan_name
    from wanted w
    cross join lateral (select ${outsideQuietHours} as due_at) q
    join invoice i on i.provider_id = w.provider_id and i.subscription_id = w.subscription_id and i.kind = 'RENEWAL'
      and i.period_start = w.expires_at and i.status = 'OPEN' and i.issued_at < w.at
    join plan p on p.provider_id = w.provider_id and p.id = w.plan_id
    join subscriber u on u.provider_id = w.provider_id and u.id = w.subscriber_id
    where q.due_at > w.since and w.at < w.grace_ends_at and (u.contact_preferences ->> lower(w.channel))::boolean
      and not exists (
        select from mail m where m.provider_id = w.provider_id and m.kind = w.kind and m.fact_id = w.cycle_id
          and m.channel = w.channel and m.occurrence = w.occurrence and m.subscriber_id is not null)
      and not exists (
        select from payment y where y.provider_id = w.provider_id and y.subscription_id = w.subscription_id
          and y.status = 'PROCESSING')`;
}

/** The instant of a reminder, or the end of the quiet hours that it is in, by the wall clock of the provider. */
const outsideQuietHours = sql`(
  select case
    when w.quiet_from is null then w.at
    when not case when w.quiet_from < w.quiet_until then t >= w.quiet_from and t < w.quiet_until
      else t >= w.quiet_from or t < w.quiet_until end then w.at
    else (((w.at at time zone w.time_zone)::date + case when t < w.quiet_until then 0 else 1 end)
      + w.quiet_until::time) at time zone w.time_zone
  end
  from (select to_char(w.at at time zone w.time_zone, 'HH24:MI') as t) clock)`;
