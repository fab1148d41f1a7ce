import { createHmac, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { database, openDatabase } from '../../server/db/client.ts';
import { healthz, readyz } from '../../server/health.ts';
import { type DatabaseProxy, type Mode, startDatabaseProxy } from '../fixtures/database-proxy.ts';
import { type Answer, type Partner, useApi } from './api.ts';
import { bodies, dataOf, expectRefused } from './helpers.ts';

const api = useApi();
let proxy: DatabaseProxy;
/** A session that began before the database changes, and does not go through the proxy. */
let direct: Sql;
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
  proxy = await startDatabaseProxy(database().url);
  direct = postgres(database().url, { max: 1, idle_timeout: 0 });
  await direct`select 1`;
  // The API uses the database that was opened last.
  openDatabase(proxy.url);
});
afterAll(async () => {
  await database().close();
  await direct.end();
  await proxy.close();
});

function expectUnavailable(answer: Answer): void {
  expectRefused(answer, 503, { error: 'SERVICE_UNAVAILABLE', field: '_', code: 'UPSTREAM_FAILURE' });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
}

const ready = () =>
  readyz(
    { database: () => database().sql`select 1`, migrations: () => true, jobs: () => true },
    { log: { warn: () => {} } },
  );

const countPlans = async () => (await partner.get('/v1/plans?limit=1')).body.meta.total;

/** The first request with the key is still running, perhaps on a server that froze. */
const isRunning = ({ status, body }: Answer) =>
  status === 409 && body.rejectionReasons[0].field === 'Idempotency-Key';

/** Clients that read and write until `during` is over. Each repeats a write with its key until it is stored. */
async function underLoad(during: () => Promise<unknown>) {
  const before = await countPlans();
  const integration = dataOf(await partner.post('/v1/integrations', bodies.integration()));
  const created: string[] = [];
  let unavailable = 0;
  let slowestMs = 0;
  let isOver = false;
  const untilServed = async (request: () => Promise<Answer>) => {
    for (;;) {
      const began = performance.now();
      const answer = await request();
      if (isRunning(answer)) {
        await pause(50);
        continue;
      }
      if (answer.status !== 503) return answer;
      slowestMs = Math.max(slowestMs, performance.now() - began);
      expectUnavailable(answer);
      unavailable++;
      await pause(50);
    }
  };
  const reader = async () => {
    while (!isOver) {
      expect((await untilServed(() => partner.get('/v1/plans'))).status).toBe(200);
      await pause(20);
    }
  };
  const writer = async () => {
    while (!isOver) {
      const [body, key] = [bodies.plan(), randomUUID()];
      const answer = await untilServed(() => partner.post('/v1/plans', body, { key }));
      expect(answer.status, answer.text).toBe(201);
      created.push(dataOf(answer).id);
      await pause(20);
    }
  };
  /** Dry runs, and events of another system. */
  const other = async () => {
    while (!isOver) {
      const dry = await untilServed(() =>
        partner.post('/v1/plans', bodies.plan(), { headers: { 'dry-run': 'true' } }),
      );
      expect(dry.status, dry.text).toBe(201);
      const raw = JSON.stringify({ event: 'service.updated', data: { serviceId: 'svc-1' } });
      const signature = createHmac('sha256', integration.secret).update(raw).digest('hex');
      const sent = { raw, key: randomUUID(), headers: { 'x-webhook-signature': signature } };
      const event = await untilServed(() =>
        api.anonymous().post(`/v1/integrations/${integration.id}/webhooks`, undefined, sent),
      );
      expect(event.status, event.text).toBe(201);
      await pause(20);
    }
  };
  const of = (n: number, client: () => Promise<void>) => Array.from({ length: n }, client);
  const clients = Promise.all([...of(6, reader), ...of(6, writer), ...of(2, other)]);
  await during();
  isOver = true;
  await clients;
  expect(created.length).toBeGreaterThan(0);
  expect(await countPlans()).toBe(before + created.length);
  for (const id of created) expect((await partner.get(`/v1/plans/${id}`)).status).toBe(200);
  return { unavailable, slowestMs };
}

test.each<Mode>(['refuse', 'close', 'start up', 'hang', 'freeze'])(
  '503 with Retry-After while the database does: %s; afterwards each write happened once',
  async (mode) => {
    const { unavailable, slowestMs } = await underLoad(async () => {
      await pause(200);
      await proxy.become(mode);
      expect((await ready()).status).toBe(503);
      expect(healthz().status).toBe(200);
      await pause(mode === 'hang' || mode === 'freeze' ? 4_000 : 500);
      await proxy.become('pass');
      await expect.poll(async () => (await ready()).status).toBe(200);
    });
    expect(unavailable).toBeGreaterThan(0);
    // The promise is 2 s. A busy machine gets more.
    expect(slowestMs).toBeLessThan(3_500);
  },
  60_000,
);

test.each(['end', 'reset'] as const)(
  '503 or the answer while connections are cut by %s; each write happens once',
  async (how) => {
    await underLoad(async () => {
      for (let n = 0; n < 10; n++) {
        await pause(50 + n);
        proxy.cut(how);
      }
    });
  },
  60_000,
);

/** Changes the database for new sessions, and ends the present ones. */
async function alterDatabase(change: string): Promise<void> {
  const [row] = await direct`select current_database() as name`;
  await direct.unsafe(`alter database ${row?.name} ${change}`);
  proxy.cut();
}

const create = () => partner.post('/v1/plans', bodies.plan());
const readStatus = async () => (await partner.get('/v1/plans')).status;

test('503 with Retry-After while the limit of connections is reached; afterwards each write happened once', async () => {
  await underLoad(async () => {
    await alterDatabase('connection limit 0');
    await expect.poll(readStatus).toBe(503);
    for (let n = 0; n < 5; n++) expectUnavailable(await create());
    await alterDatabase('connection limit -1');
    await expect.poll(readStatus).toBe(200);
  });
});

test('503 with Retry-After for a write while the server is a standby, 200 for a read; afterwards each write happened once', async () => {
  await underLoad(async () => {
    await alterDatabase('set default_transaction_read_only = on');
    await expect.poll(readStatus).toBe(200);
    for (let n = 0; n < 5; n++) expectUnavailable(await create());
    await alterDatabase('reset default_transaction_read_only');
    await expect.poll(readStatus).toBe(200);
  });
});
