import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { integrationCreate } from '../../server/contract/integration.ts';
import { createIntegration } from '../../server/domain/integration/create.ts';
import { secretsKey } from '../../server/secrets-key.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';
import { crashSeed, Killable, seeded } from './killable.ts';

const SENDERS = 8;
const KILLS = 4;
const START = new Date('2026-03-01T08:00:00.000Z');

const database = useDatabase();
const random = seeded(crashSeed());
let server: Killable | undefined;

afterAll(() => server?.kill());

test('every event that a killed receiver answered with 201 is stored, byte for byte', async () => {
  const { sql } = database.current;
  const provider = await newProvider(database.current);
  const settings = integrationCreate.parse({ name: 'Splynx', adapter: 'native' });
  const { id, secret } = await provider.at(START, (scope) => createIntegration(scope, settings));
  const receiver = new Killable('rest-server', {
    DATABASE_URL: database.current.url,
    SECRETS_KEY: secretsKey().toString('base64'),
  });
  server = receiver;

  /** Posts an event. Returns the answered id, or nothing if the process died first. */
  async function post(body: string, key?: string): Promise<string | undefined> {
    const signature = createHmac('sha256', secret ?? '')
      .update(body)
      .digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-webhook-signature': signature,
      ...(key && { 'idempotency-key': key }),
    };
    const url = `${await receiver.ready()}/v1/integrations/${id}/webhooks`;
    const answered = fetch(url, { method: 'POST', headers, body }).then(async (response) => ({
      status: response.status,
      answer: await response.json(),
    }));
    const { status, answer } = await answered.catch(() => ({ status: 0, answer: undefined }));
    // The transaction of a killed process holds its key until PostgreSQL notices.
    if (status === 0 || (key && status === 409)) return undefined;
    expect(status, JSON.stringify(answer)).toBe(201);
    return answer.data.inboundEventId;
  }

  let done = false;
  const kept = new Map<string, string>();
  const insisted = new Map<string, string>();
  /** Sends events in sequence. Each third one has a key and is repeated until it is answered. */
  async function sendOn(sender: number): Promise<void> {
    for (let n = 0; !done; n++) {
      const serviceId = `s${sender}-${n}`;
      const data = { serviceId, customer: { externalId: 'c1' }, note: '\u{1f6f0} ä' };
      const body = JSON.stringify({ event: 'service.updated', data });
      const key = n % 3 === 0 ? serviceId : undefined;
      let answered = await post(body, key);
      while (key && answered === undefined) answered = await post(body, key);
      if (answered === undefined) continue;
      kept.set(answered, body);
      if (key) insisted.set(serviceId, answered);
    }
  }
  const senders = Array.from({ length: SENDERS }, (_, sender) => sendOn(sender));
  while (receiver.kills < KILLS) {
    await receiver.ready();
    const before = kept.size;
    // The receiver answers requests.
    while (kept.size < before + SENDERS) await sleep(5);
    await sleep(random() * 100);
    await receiver.kill();
  }
  done = true;
  await Promise.all(senders);

  const rows = await sql<{ id: string; service: string; body: Buffer; status: string }[]>`
    select e.id, e.external_service_id as service, e.status, b.body from inbound_event e
    join inbound_body b on b.provider_id = e.provider_id and b.inbound_event_id = e.id`;
  const stored = new Map(rows.map((row) => [row.id, row]));
  expect(kept.size).toBeGreaterThan(KILLS * SENDERS);
  for (const [eventId, body] of kept) {
    const row = stored.get(eventId);
    expect(row?.status).toBe('QUEUED');
    expect(Buffer.from(row?.body ?? '').toString()).toBe(body);
  }
  // An event that was repeated until it was answered exists once, with the answered id.
  expect(insisted.size).toBeGreaterThan(SENDERS);
  for (const [service, eventId] of insisted)
    expect(rows.filter((row) => row.service === service).map((row) => row.id)).toEqual([eventId]);
});
