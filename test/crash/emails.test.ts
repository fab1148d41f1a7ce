import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startSmtp } from '../fakes/smtp.ts';
import { days, lowFloors, newCustomer } from '../fixtures/customer.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';
import { crashSeed, Killable, seeded } from './killable.ts';

const EMAILS = 24;
const KILLS = 4;
const START = new Date('2026-03-01T08:00:00.000Z');

const database = useDatabase();
const random = seeded(crashSeed());
let smtp: Awaited<ReturnType<typeof startSmtp>>;
let sender: Killable;

beforeAll(async () => {
  smtp = await startSmtp();
});

afterAll(async () => {
  await sender?.kill();
  await smtp?.stop();
});

test('killed senders send every email, and a second copy has the same message id', async () => {
  const { sql } = database.current;
  await lowFloors(database.current);
  const provider = await newProvider(database.current, { livemode: true });
  for (let i = 0; i < EMAILS; i++) await newCustomer(provider, database.current, days(START, i));
  // This process has no mail server, so its emails are held.
  await sql`update mail set status = 'QUEUED', next_attempt_at = now() where provider_id = ${provider.providerId}`;

  sender = new Killable('email-sender', {
    DATABASE_URL: database.current.url,
    PROVIDER_ID: provider.providerId,
    SMTP_URL: smtp.url,
  });
  const left = async () => {
    const [row] = await sql`select count(*)::int as n from mail where status <> 'SENT'`;
    return row?.n as number;
  };
  while ((await left()) > 0) {
    await sender.ready();
    if (sender.kills < KILLS) {
      await sleep(100 + random() * 600);
      await sender.kill();
      // The lease expires now instead of after minutes.
      await sql`update mail set next_attempt_at = now() where status = 'QUEUED'`;
    } else {
      // An attempt may time out on a busy machine. Its retry is due now instead of in a minute.
      await sql`update mail set next_attempt_at = now() where status = 'QUEUED' and error is not null`;
      await sleep(50);
    }
  }

  expect(sender.kills).toBeGreaterThan(2);
  const copies = smtp.received.map(({ headers, to }) => `${headers.get('message-id')} ${to.join()}`);
  expect(copies.length).toBeGreaterThanOrEqual(EMAILS);
  expect(new Set(copies).size).toBe(EMAILS);
  const [counts] = await sql`
    select count(*)::int as n, count(distinct fact_id)::int as facts, count(sent_at)::int as sent, max(attempts)::int as most
    from mail where provider_id = ${provider.providerId}`;
  expect(counts).toMatchObject({ n: EMAILS, facts: EMAILS, sent: EMAILS });
  expect((await sql`select count(*)::int as n from audit_entry where action = 'mail.send'`)[0]?.n).toBe(
    EMAILS,
  );
});
