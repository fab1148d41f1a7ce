import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAnnouncement } from '../../server/domain/announcement/create.ts';
import { createPartner } from '../../server/domain/partner/create.ts';
import { createSubscriber } from '../../server/domain/subscriber/create.ts';
import { seal } from '../../server/sealed.ts';
import { secretsKey } from '../../server/secrets-key.ts';
import { transaction } from '../../server/work/transaction.ts';
import { startFakeSms } from '../fakes/sms.ts';
import { useDatabase } from '../fixtures/use-database.ts';
import { crashSeed, Killable, seeded } from './killable.ts';

const PEOPLE = 120;
/** Of them, those who do not want SMS. */
const QUIET = 20;
const KILLS = 4;

const database = useDatabase();
const random = seeded(crashSeed());
let sms: Awaited<ReturnType<typeof startFakeSms>>;
let processes: Killable[] = [];

beforeAll(async () => {
  sms = await startFakeSms();
  sms.users.set('isp', 'key');
  sms.behaviour.onSend = () => sleep(20 + random() * 150);
});

afterAll(async () => {
  for (const each of processes) await each.kill();
  await sms?.stop();
});

test('killed jobs and senders give no reader an announcement twice, and each reader has an outcome', async () => {
  const { sql } = database.current;
  const email = 'owner@example.com';
  const { providerId } = await createPartner({ name: 'ISP', email, livemode: true });
  const [person] = await sql`select id, name from staff_user where email = ${email}`;
  const caller = { type: 'staff', id: person?.id, name: person?.name, email, role: 'owner' } as const;
  const origin = { providerId, caller, correlationId: randomUUID() };
  const credentials = seal(JSON.stringify({ user: 'isp', apiKey: 'key' }), 'msa_1');
  await sql`
    insert into message_account (provider_id, id, gateway, channel, token, sealed_credentials, created_at, updated_at)
    values (${providerId}, 'msa_1', 'africastalking', 'SMS', 'token-of-the-account', ${credentials}, now(), now())`;
  const { id, job } = await transaction(origin, async (scope) => {
    const ids = [];
    for (let i = 0; i < PEOPLE; i++) {
      const made = await createSubscriber(scope, {
        ...{ firstName: 'Ada', lastName: `L${i}`, email: `ada${i}@example.com` },
        phone: `+2547120${String(i).padStart(5, '0')}`,
        contactPreferences: { email: true, sms: i >= QUIET },
      });
      ids.push(made.id);
    }
    return createAnnouncement(scope, ids, {
      ...{ kind: 'NOTICE', sms: 'Hello {{ firstName }}', people: PEOPLE },
      source: { list: 'subscribers', filter: {} },
    });
  });

  const env = {
    ...{ DATABASE_URL: database.current.url, PROVIDER_ID: providerId, AFRICASTALKING_API_BASE: sms.base },
    // The credentials are sealed here.
    SECRETS_KEY: secretsKey().toString('base64'),
  };
  processes = [new Killable('job-runner', env), new Killable('email-sender', env)];
  const left = async () => {
    const [row] = await sql`
      select (select count(*) from job_row where job_id = ${job?.id ?? ''} and outcome is null)
        + (select count(*) from mail where fact_id = ${id} and status = 'QUEUED') as n`;
    return Number(row?.n);
  };
  while ((await left()) > 0) {
    for (const each of processes) {
      await each.ready();
      if (each.kills >= KILLS) continue;
      await sleep(50 + random() * 150);
      await each.kill();
      // Leases expire now instead of after minutes.
      await sql`update job_row set due_at = now() where outcome is null`;
      await sql`update mail set next_attempt_at = now() where status = 'QUEUED'`;
    }
    await sleep(50);
  }

  expect(processes.every(({ kills }) => kills > 1)).toBe(true);
  const recipients = sms.sent.map(({ to }) => to);
  expect(new Set(recipients).size).toBe(recipients.length);
  const rows = await sql<{ outcome: string; n: number }[]>`
    select outcome, count(*)::int as n from job_row where job_id = ${job?.id ?? ''} group by outcome order by outcome`;
  expect(rows.map(({ outcome, n }) => [outcome, n])).toEqual([
    ['DONE', PEOPLE - QUIET],
    ['REFUSED', QUIET],
  ]);
  const messages = await sql<{ status: string; to: string }[]>`
    select m.status, s.phone as to from mail m
    join subscriber s on s.provider_id = m.provider_id and s.id = m.subscriber_id where m.fact_id = ${id}`;
  expect(messages).toHaveLength(PEOPLE - QUIET);
  expect(new Set(messages.map(({ to }) => to)).size).toBe(PEOPLE - QUIET);
  const arrived = new Set(recipients);
  for (const { status, to } of messages) {
    expect(['SENT', 'UNKNOWN']).toContain(status);
    if (status === 'SENT') expect(arrived.has(to)).toBe(true);
  }
});
