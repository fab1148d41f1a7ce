import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { integrationCreate } from '../../contract/integration.ts';
import { db } from '../../db/client.ts';
import { createIntegration } from '../integration/create.ts';
import { findReceiver, type Receiver } from '../integration/read.ts';
import { type Received, receiveInboundNow } from './receive.ts';

// Concurrent events are stored together. Each must be handled as if it were alone.

const database = useDatabase();

/** An integration, and a function that receives an event of it. */
async function sender() {
  const provider = await newProvider(database.current);
  const settings = integrationCreate.parse({ name: 'Billing', adapter: 'native' });
  const created = await provider.at(new Date(), (scope) => createIntegration(scope, settings));
  const receiver = (await findReceiver(created.id)) as Receiver;
  const { integration } = receiver;
  const send = (received: Partial<Received> & { data: Record<string, unknown> }) => {
    const payload = { event: 'service.updated', data: received.data };
    const caller = { type: 'integration', id: integration.id, name: integration.name } as const;
    const now = new Date();
    const scope = { providerId: provider.providerId, livemode: false, caller, now, db: db() };
    const raw = Buffer.from(JSON.stringify(payload));
    return receiveInboundNow(
      { ...scope, correlationId: randomUUID() },
      { integration, trust: 'SIGNED', payload, raw, ...received },
    );
  };
  return { ...integration, send };
}

const stored = (integrationId: string) => database.current.sql<
  { id: string; key: string; body: Buffer; correlation: string }[]
>`
  select e.id, e.order_key as key, b.body, e.correlation_id as correlation
  from inbound_event e join inbound_body b on b.inbound_event_id = e.id
  where e.integration_id = ${integrationId} order by e.position`;

test('concurrent events are stored byte for byte, in the order of their arrival', async () => {
  const { id, send } = await sender();
  const texts = Array.from(
    { length: 40 },
    (_, n) => `{ "n": ${n}, "name":"naïve ✓ \\" \\\\ ${'x'.repeat(n)}" }\r\n`,
  );
  const answers = await Promise.all(
    texts.map((text, n) => send({ data: { serviceId: `s${n % 7}` }, raw: Buffer.from(text) })),
  );
  const rows = await stored(id);
  expect(answers.map(({ isNew }) => isNew)).toEqual(texts.map(() => true));
  expect(rows.map((row) => [row.id, row.body.toString()])).toEqual(
    answers.map((answer, n) => [answer.id, texts[n]]),
  );
  expect(new Set(rows.map(({ correlation }) => correlation)).size).toBe(40);
});

test('a body that is not text is stored unchanged', async () => {
  const { id, send } = await sender();
  const raw = Buffer.from([0, 255, 92, 34, 10]);
  await Promise.all([send({ data: { serviceId: 's1' } }), send({ data: { serviceId: 's2' }, raw })]);
  const [, second] = await stored(id);
  expect(second?.body.equals(raw)).toBe(true);
});

test('a redelivery is found among concurrent events as among earlier ones', async () => {
  const { id, send } = await sender();
  const [a, b] = [
    { serviceId: 's1', tariffId: '1' },
    { serviceId: 's1', tariffId: '2' },
  ];
  const elsewhere = { serviceId: 's2', tariffId: '1' };
  const named = { serviceId: 's3', externalEventId: 'e-1' };
  const all = [a, a, elsewhere, a, b, a, a, named, { ...named, serviceId: 's4' }, b];
  const answers = await Promise.all(all.map((data) => send({ data })));
  const ids = answers.map((answer) => answer.id);
  const same = ids.map((each) => ids.indexOf(each));
  expect(same).toEqual([0, 0, 2, 0, 4, 5, 5, 7, 7, 9]);
  expect(answers.map(({ isNew }) => isNew)).toEqual(same.map((n, i) => n === i));
  expect(await stored(id)).toHaveLength(6);
});

test('an unsigned event never makes a signed event a redelivery', async () => {
  const { id, send } = await sender();
  const data = { serviceId: 's1' };
  await Promise.all([send({ data, trust: 'UNSIGNED' }), send({ data }), send({ data, trust: 'UNSIGNED' })]);
  expect(await stored(id)).toHaveLength(3);
});

test('an event that cannot be stored does not affect the others', async () => {
  const { id, send } = await sender();
  const deleted = await sender();
  await database.current.sql`delete from integration where id = ${deleted.id}`;
  const data = { serviceId: 's1' };
  const answers = await Promise.allSettled([
    send({ data }),
    deleted.send({ data }),
    send({ data: { ...data, tariffId: '1' } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await stored(id)).toHaveLength(2);
});

test('concurrent batches with common services do not deadlock', async () => {
  const { id, providerId } = await sender();
  const { sql } = database.current;
  let count = 0;
  const set = (services: number[]) => {
    const at = new Date();
    const events = services.map((service) => ({
      ...{ provider_id: providerId, id: `inb_${count++}`, integration_id: id, trust: 'SIGNED', event: 'x' },
      ...{ order_key: `service:${service}`, body: '00', body_hash: String(count) },
      ...{ received_at: at, due_at: at, correlation_id: randomUUID() },
    }));
    return sql`select receive_inbound(${JSON.stringify(events)}::text::jsonb)`;
  };
  const services = Array.from({ length: 12 }, (_, n) => n);
  const backwards = services.toReversed();
  const sets = Array.from({ length: 60 }, (_, n) => set(n % 2 ? services : backwards));
  const ends = await Promise.allSettled(sets);
  expect(ends.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await stored(id)).toHaveLength(60 * 12);
});
