import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSubscriber } from '../../server/domain/subscriber/create.ts';
import { createWebhook } from '../../server/domain/webhook/create.ts';
import { secretsKey } from '../../server/secrets-key.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../fakes/webhook-receiver.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';
import { crashSeed, Killable, seeded } from './killable.ts';

const EVENTS = 120;
const KILLS = 6;
const AT = new Date('2026-03-01T08:00:00.000Z');

const database = useDatabase();
const random = seeded(crashSeed());
let sinks: WebhookReceiver[];
let dispatchers: Killable[] = [];

beforeAll(async () => {
  // The endpoints answer after up to 20 ms and refuse one request in ten.
  sinks = await Promise.all([1, 2].map(() => startWebhookReceiver()));
  for (const sink of sinks) {
    sink.become((res) => {
      const code = random() < 0.1 ? 503 : 200;
      setTimeout(() => res.writeHead(code).end(), random() * 20);
    });
  }
});

afterAll(async () => {
  for (const dispatcher of dispatchers) await dispatcher.kill();
  for (const sink of sinks) await sink.close();
});

test('killed dispatchers deliver every event, and repeated requests have the same bytes', async () => {
  const { sql } = database.current;
  const provider = await newProvider(database.current);
  for (const { url } of sinks) {
    const input = { url, events: ['*'], headers: [], apiVersion: '2026-01-15' as const, addresses: [] };
    await provider.at(AT, (scope) => createWebhook(scope, input));
  }
  const emitEvent = async (n: number) => {
    const phone = `+25471234${String(n).padStart(4, '0')}`;
    const person = { firstName: 'Ada', lastName: `L ${n}`, email: `ada${n}@example.com`, phone };
    await provider.at(AT, (scope) => createSubscriber(scope, person));
  };

  const env = {
    DATABASE_URL: database.current.url,
    PROVIDER_ID: provider.providerId,
    SECRETS_KEY: secretsKey().toString('base64'),
    WEBHOOK_ALLOWED_HOSTS: 'localhost',
  };
  dispatchers = [new Killable('dispatcher', env), new Killable('dispatcher', env)];
  const pending = async () => {
    const [row] = await sql`select count(*)::int as n from delivery where status = 'PENDING'`;
    return row?.n as number;
  };
  const kills = () => dispatchers.reduce((sum, dispatcher) => sum + dispatcher.kills, 0);
  let n = 0;
  while (n < EVENTS || (await pending()) > 0) {
    await Promise.all(dispatchers.map((dispatcher) => dispatcher.ready()));
    for (let i = 0; i < 20 && n < EVENTS; i++) await emitEvent(n++);
    if (kills() < KILLS) {
      await sleep(random() * 150);
      await dispatchers[random() < 0.5 ? 0 : 1]?.kill();
      // Its leases expire now instead of after a minute.
      await sql`update delivery set leased_until = now() where leased_until is not null`;
    } else await sleep(50);
    // Retries are due now instead of in hours.
    await sql`update delivery set next_attempt_at = now() where next_attempt_at > now()`;
  }
  await sleep(200);

  expect(kills()).toBeGreaterThan(3);
  const rows = await sql`
    select d.id, d.event_id, d.webhook_id, d.status, d.attempts, e.body,
      (select array_agg(a.number order by a.number) from delivery_attempt a
        where a.provider_id = d.provider_id and a.delivery_id = d.id) as logged
    from delivery d join event e on e.provider_id = d.provider_id and e.id = d.event_id`;
  expect(rows).toHaveLength(EVENTS * sinks.length);
  for (const row of rows) {
    expect(['DELIVERED', 'FAILED']).toContain(row.status);
    expect(row.logged).toEqual(Array.from({ length: row.attempts }, (_, i) => i + 1));
  }
  const bodies = new Map(rows.map((row) => [row.event_id, row.body]));
  const known = new Set((await sql`select id from delivery_attempt`).map(({ id }) => id));
  for (const sink of sinks) {
    for (const { headers, body } of sink.received) {
      expect(body).toBe(bodies.get(headers['x-service-event-id']));
      expect(known).toContain(headers['x-service-delivery-id']);
    }
    expect(new Set(sink.received.map(({ headers }) => headers['x-service-event-id'])).size).toBe(EVENTS);
  }
});
