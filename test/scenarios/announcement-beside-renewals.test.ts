import { randomUUID } from 'node:crypto';
import { afterAll, expect, test, vi } from 'vitest';
import { fillDue } from '../../bench/renewal-rows.ts';
import { runDueRows } from '../../server/api/run-job.ts';
import { monotonicMs } from '../../server/clock.ts';
import { createAnnouncement } from '../../server/domain/announcement/create.ts';
import { sendDueEmails } from '../../server/domain/messaging/email/send-due.ts';
import { createPartner } from '../../server/domain/partner/create.ts';
import { drainDue } from '../../server/domain/scheduling/run.ts';
import { seal } from '../../server/sealed.ts';
import { transaction } from '../../server/work/transaction.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const sms = await vi.hoisted(async () => {
  vi.resetModules();
  const { startFakeSms } = await import('../fakes/sms.ts');
  const fake = await startFakeSms();
  process.env.AFRICASTALKING_API_BASE = fake.base;
  return fake;
});
afterAll(() => sms.stop());

/** `ANNOUNCED=5000` measures the size of a whole mast. */
const PEOPLE = Number(process.env.ANNOUNCED ?? 300);

// The due renewals are rows that the domain has not written.
const database = useDatabase({ checked: 'never' });

test('an outage is announced to all subscribers while the renewals of all of them run', async () => {
  const { sql } = database.current;
  const email = 'owner@example.com';
  const { providerId } = await createPartner({ name: 'ISP', email, livemode: true });
  const [person] = await sql`select id, name from staff_user where email = ${email}`;
  const caller = { type: 'staff', id: person?.id, name: person?.name, email, role: 'owner' } as const;
  sms.users.set('isp', 'key');
  const credentials = seal(JSON.stringify({ user: 'isp', apiKey: 'key' }), 'msa_1');
  await sql`
    insert into message_account (provider_id, id, gateway, channel, token, sealed_credentials, created_at, updated_at)
    values (${providerId}, 'msa_1', 'africastalking', 'SMS', 'token-of-the-account', ${credentials}, now(), now())`;
  await sql`
    insert into subscriber (id, provider_id, account_number, first_name, last_name, email, phone, status, created_at, updated_at)
    select 'sub_' || lpad(n::text, 26, '0'), ${providerId}, (10000000 + n)::text, 'Ada', 'L' || n, 'ada' || n || '@example.com',
      '+2547' || lpad(n::text, 8, '0'), 'active', now() - interval '1 year', now() - interval '1 year'
    from generate_series(1, ${PEOPLE}) n`;
  await fillDue(sql, providerId);
  const ids = await sql<
    { id: string }[]
  >`select id from subscriber where provider_id = ${providerId} order by id`;

  const started = monotonicMs();
  const made = await transaction({ providerId, caller, correlationId: randomUUID() }, (scope) =>
    createAnnouncement(
      scope,
      ids.map(({ id }) => id),
      {
        ...{ kind: 'OUTAGE', sms: '{{ firstName }}, the mast is down.', people: PEOPLE },
        ...{ source: { list: 'subscribers', filter: {} }, pageText: 'The mast is down.' },
      },
    ),
  );
  const created = monotonicMs();
  const ends: Record<string, number> = {};
  const untilDone = async (
    name: string,
    run: () => Promise<{ more: boolean }>,
    isLeft: () => Promise<boolean>,
  ) => {
    do await run();
    while (await isLeft());
    ends[name] = monotonicMs() - created;
  };
  const countOf = async (query: Promise<readonly { n?: number }[]>) => Number((await query)[0]?.n) > 0;
  const work = { providerId, budgetMs: 5_000 };
  await Promise.all([
    untilDone(
      'renewals',
      () => drainDue(work),
      () => countOf(sql`select count(*)::int as n from renewal_window`),
    ),
    untilDone(
      'queueing',
      () => runDueRows(work),
      () => countOf(sql`select count(*)::int as n from job_row where outcome is null`),
    ),
    untilDone(
      'sending',
      () => sendDueEmails(work),
      async () =>
        countOf(sql`
        select (select count(*) from job_row where outcome is null)::int
          + (select count(*) from mail where channel = 'SMS' and status = 'QUEUED')::int as n`),
    ),
  ]);
  console.info(
    `${PEOPLE} people: created in ${Math.round(created - started)} ms;`,
    Object.entries(ends)
      .map(([name, ms]) => `${name} ${(ms / 1_000).toFixed(1)} s`)
      .join(', '),
  );

  expect(new Set(sms.sent.map(({ to }) => to)).size).toBe(PEOPLE);
  expect(sms.sent).toHaveLength(PEOPLE);
  const [books] = await sql`
    select (select count(*)::int from invoice where kind = 'RENEWAL' and status = 'OPEN') as invoices,
      (select count(*)::int from mail where fact_id = ${made.id} and status = 'SENT') as sent,
      (select count(*)::int from mail where kind = 'INVOICE') as invoice_messages`;
  expect(books).toEqual({ invoices: PEOPLE, sent: PEOPLE, invoice_messages: PEOPLE });
}, 600_000);
