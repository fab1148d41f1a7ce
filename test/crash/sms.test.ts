import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seal } from '../../server/sealed.ts';
import { secretsKey } from '../../server/secrets-key.ts';
import { startFakeSms } from '../fakes/sms.ts';
import { days, lowFloors, newCustomer } from '../fixtures/customer.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';
import { crashSeed, Killable, seeded } from './killable.ts';

const MESSAGES = 80;
const KILLS = 3;
const START = new Date('2026-03-01T08:00:00.000Z');

const database = useDatabase();
const random = seeded(crashSeed());
let sms: Awaited<ReturnType<typeof startFakeSms>>;
let sender: Killable;

beforeAll(async () => {
  sms = await startFakeSms();
  sms.users.set('isp', 'key');
  // Kills come during calls, before and after the gateway has sent the SMS.
  sms.behaviour.onSend = () => sleep(20 + random() * 200);
});

afterAll(async () => {
  await sender?.kill();
  await sms?.stop();
});

test('killed senders send no SMS twice, and each has an outcome', async () => {
  const { sql } = database.current;
  await lowFloors(database.current);
  const provider = await newProvider(database.current, { livemode: true });
  const { providerId } = provider;
  const credentials = seal(JSON.stringify({ user: 'isp', apiKey: 'key' }), 'msa_1');
  await sql`
    insert into message_account (provider_id, id, gateway, channel, token, sealed_credentials, created_at, updated_at)
    values (${providerId}, 'msa_1', 'africastalking', 'SMS', 'token-of-the-account', ${credentials}, now(), now())`;
  await sql`
    insert into message_settings (provider_id, email_kinds, sms_kinds, email_days, sms_days, created_at, updated_at)
    values (${providerId}, '{INVOICE,SUSPENSION}', '{RECEIPT}', '{}', '{}', now(), now())`;
  for (let i = 0; i < MESSAGES; i++) await newCustomer(provider, database.current, days(START, i / 24));

  sender = new Killable('email-sender', {
    DATABASE_URL: database.current.url,
    PROVIDER_ID: providerId,
    AFRICASTALKING_API_BASE: sms.base,
    // The credentials are sealed here.
    SECRETS_KEY: secretsKey().toString('base64'),
  });
  const left = async () => {
    const [row] = await sql`select count(*)::int as n from mail where channel = 'SMS' and status = 'QUEUED'`;
    return row?.n as number;
  };
  expect(await left()).toBe(MESSAGES);
  while ((await left()) > 0) {
    await sender.ready();
    if (sender.kills < KILLS) {
      await sleep(50 + random() * 150);
      await sender.kill();
      // Leases expire now instead of after minutes.
      await sql`update mail set next_attempt_at = now() where status = 'QUEUED'`;
    } else await sleep(50);
  }

  expect(sender.kills).toBe(KILLS);
  const recipients = sms.sent.map(({ to }) => to);
  expect(new Set(recipients).size).toBe(recipients.length);
  const rows = await sql<{ status: string; to: string }[]>`
    select m.status, s.phone as to from mail m
    join subscriber s on s.provider_id = m.provider_id and s.id = m.subscriber_id
    where m.provider_id = ${providerId} and m.channel = 'SMS'`;
  expect(rows).toHaveLength(MESSAGES);
  const arrived = new Set(recipients);
  for (const { status, to } of rows) {
    expect(['SENT', 'UNKNOWN']).toContain(status);
    // What is SENT has arrived; what has not arrived is UNKNOWN.
    if (status === 'SENT') expect(arrived.has(to)).toBe(true);
  }
  // A kill loses the outcome of at most one batch.
  expect(rows.filter(({ status }) => status === 'UNKNOWN').length).toBeLessThanOrEqual(KILLS * 20);
  expect(rows.some(({ status }) => status === 'SENT')).toBe(true);
});
