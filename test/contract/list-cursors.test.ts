import postgres from 'postgres';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { prefixes } from '../../server/contract/resource-names.ts';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { type Route, routes } from '../../server/rest/routes.ts';
import { type Partner, useApi } from './api.ts';
import { activeSubscription, bodies, dataOf, expectRefused } from './helpers.ts';
import { addReceipt } from './receipt-rows.ts';

type Item = { id: string; createdAt: string; updatedAt?: string };

const api = useApi();
let partner: Partner;
/** The ids for the path of each nested list. */
let owners: Record<string, string>;

/** Adds a row to each list. */
async function addRows(subscriber: { id: string }, of: { webhook: Item; integration: Item }) {
  const made = await activeSubscription(partner);
  await partner.post('/v1/webhooks', bodies.webhook({ events: ['billing.suspended'] }));
  await partner.post('/v1/integrations', bodies.integration({ name: `Other ${Math.random()}` }));
  await partner.post(`/v1/integrations/${of.integration.id}/webhooks`, {
    event: 'service.updated',
    data: { n: Math.random() },
  });
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/charges`, bodies.charge()));
  const { id: subscriptionId, radiusUsername } = made.subscription;
  dataOf(await partner.post('/v1/installations', { subscriptionId, kind: 'RELOCATION' }));
  dataOf(await partner.post(`/v1/payments/${made.payment.id}/refunds`, { amount: 1 }));
  await api.sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime)
    values ('1', ${subscriptionId}, ${radiusUsername}, '10.0.0.1', now())`;
  await addReceipt(api, partner.providerId);
  await partner.put('/v1/plans/none', {});
  await processAccounting({ budgetMs: 5_000 });
  await api.logRequests();
  return made;
}

let addMore: () => Promise<unknown>;

beforeAll(async () => {
  partner = await api.partner();
  const webhook = dataOf(await partner.post('/v1/webhooks', bodies.webhook()));
  const integration = dataOf(await partner.post('/v1/integrations', bodies.integration({ signing: 'none' })));
  const made = await activeSubscription(partner);
  addMore = () => addRows(made.subscriber, { webhook, integration });
  for (let i = 0; i < 4; i++) await addMore();
  const saver = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
  for (let i = 0; i < 7; i++)
    dataOf(
      await partner.post('/v1/payments', {
        subscriberId: saver.id,
        amount: 1,
        currency: 'USD',
        rail: 'manual',
      }),
    );
  owners = {
    '/v1/subscribers/{subscriberId}/charges': made.subscriber.id,
    '/v1/subscribers/{id}/balance-transactions': saver.id,
    '/v1/subscriptions/{id}/cycles': made.subscription.id,
    '/v1/webhooks/{id}/deliveries': webhook.id,
    '/v1/integrations/{id}/inbound-events': integration.id,
  };
  // Cycles of one subscription that do not overlap.
  for (let day = 1; day <= 4; day++) {
    dataOf(await partner.post('/v1/test-clock/advance', { by: { days: 30 } }));
    await partner.post('/v1/payments', { subscriptionId: made.subscription.id, rail: 'manual' });
  }
});

// The feed of events has a test of its own.
const lists = routes
  .filter((route) => route.query.has('page'))
  .map((route): [string, Route] => [route.path, route]);
const title = '%s';

const addressOf = ({ path }: Route) =>
  path.replace(/\{\w+\}/, () => {
    const owner = owners[path];
    if (!owner) throw new Error(`${path}: this test needs an owner of its rows`);
    return owner;
  });

async function read({ path }: Route, address: string, query: string) {
  const answer = await partner.get(`${address}?${query}`);
  return { data: dataOf(answer) as Item[], meta: answer.body.meta, path };
}

/** The table of a row, by the prefix of its id. */
function tableOf(id: string): string {
  const [name] = Object.entries(prefixes).find(([, prefix]) => id.startsWith(`${prefix}_`)) ?? [];
  return (name ?? '').replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** SQL of a superuser without triggers and foreign keys, so that a row of any table can be deleted. */
async function alone(statement: (sql: postgres.Sql) => Promise<unknown>) {
  const [row] = await api.sql`select current_database() as name`;
  const url = new URL(inject('adminUrl'));
  url.pathname = `/${row?.name}`;
  const sql = postgres(url.href, {
    max: 1,
    onnotice: () => {},
    connection: { session_replication_role: 'replica' },
  });
  await statement(sql);
  await sql.end();
}

describe.each(lists)(title, (_, route) => {
  const isLog = route.path === '/v1/requests';

  test.each(['createdAt', '-createdAt'])(
    'sort=%s: each row comes once by after, while rows are inserted, changed and deleted',
    async (sort) => {
      const address = addressOf(route);
      await api.logRequests();
      const before = await read(route, address, `limit=100&sort=${sort}`);
      const ids = before.data.map(({ id }) => id);
      expect(ids.length).toBeGreaterThan(2);
      const seen: string[] = [];
      let next: string | null = null;
      let isDisturbed = route.path === '/v1/schedule-d';
      do {
        const { data, meta } = await read(
          route,
          address,
          next === null ? `limit=2&sort=${sort}` : `limit=2&sort=${sort}&after=${next}`,
        );
        if (next !== null) expect(Object.keys(meta)).toEqual(['limit', 'next']);
        seen.push(...data.map(({ id }) => id));
        next = meta.next;
        if (isDisturbed || next === null) continue;
        isDisturbed = true;
        const [deleted, table] = [next, tableOf(next)];
        if (sort === 'createdAt') await addMore();
        await alone(async (sql) => {
          await sql`update ${sql(table)} set updated_at = updated_at + interval '1 second' where id <> ${deleted}`;
          await sql`delete from ${sql(table)} where id = ${deleted}`;
        });
      } while (next !== null);
      expect(new Set(seen).size).toBe(seen.length);
      const known = seen.filter((id) => ids.includes(id));
      if (isLog) expect(ids.filter((id) => !known.includes(id))).toEqual([]);
      else expect(known).toEqual(ids);
    },
  );

  test('next is null at the end, also of an exactly full page, and absent in other sorts', async () => {
    const address = addressOf(route);
    await api.logRequests();
    const found = await read(route, address, 'limit=100&sort=createdAt');
    expect(found.meta.next).toBe(found.meta.total > 100 ? found.data.at(-1)?.id : null);
    const [first, second, third] = found.data;
    const rest = await read(route, address, `after=${first?.id}&limit=1&sort=createdAt`);
    expect(rest).toMatchObject({ data: [{ id: second?.id }], meta: { limit: 1, next: second?.id } });
    const behindThird = await read(route, address, `after=${third?.id}&sort=-createdAt&limit=2`);
    expect(behindThird.data.map(({ id }) => id)).toEqual([second?.id, first?.id]);
    expect(behindThird.meta).toEqual({ limit: 2, next: null });
    expect((await read(route, address, 'limit=2&sort=updatedAt')).meta).not.toHaveProperty('next');
  });

  test('400 for after with page or another sort, and for an unknown, foreign or malformed one', async () => {
    const address = addressOf(route);
    const { data } = await read(route, address, 'limit=2');
    const id = data[0]?.id ?? '';
    expectRefused(await partner.get(`${address}?after=${id}&page=1`), 400, {
      field: 'page',
      code: 'NOT_ALLOWED',
    });
    const wrong = { field: 'after', code: 'INVALID_VALUE' };
    expectRefused(await partner.get(`${address}?after=${id}&sort=-updatedAt`), 400, wrong);
    const foreign = await api.partner();
    const plan = dataOf(await foreign.post('/v1/plans', bodies.plan()));
    const malformed = ['x', `${id}0`, `${id.slice(0, -6)}000000`, id.replace(/_.*/, `_${'0'.repeat(26)}`)];
    const isDelivery = route.path.endsWith('/deliveries');
    for (const after of [...malformed, plan.id]) {
      // The id of a delivery has no more of its origin.
      if (isDelivery && after.startsWith('dlv_') && after.length === id.length) continue;
      expectRefused(await partner.get(`${address}?after=${after}`), 400, wrong);
    }
  });

  test('updatedAfter is inclusive, updatedBefore exclusive', async () => {
    const address = addressOf(route);
    await api.logRequests();
    const { data } = await read(route, address, 'limit=1&sort=-updatedAt');
    const row = data[0] as Item;
    const [stored] = await api.sql`select updated_at from ${api.sql(tableOf(row.id))} where id = ${row.id}`;
    const at = new Date(stored?.updated_at).toISOString();
    const from = await read(route, address, `updatedAfter=${at}&limit=100`);
    expect(from.data.map(({ id }) => id)).toContain(row.id);
    const until = await read(route, address, `updatedBefore=${at}&limit=100`);
    expect(until.data.map(({ id }) => id)).not.toContain(row.id);
  });

  if (route.pathParams.length > 0) return;

  test('id takes ids separated by commas, at most 100', async () => {
    const { data } = await read(route, route.path, 'limit=3&sort=createdAt');
    const ids = data.map(({ id }) => id);
    const found = await read(route, route.path, `id=${ids[0]},${ids[2]},never&sort=createdAt`);
    expect(found.data.map(({ id }) => id)).toEqual([ids[0], ids[2]]);
    expect(found.meta.total).toBe(2);
    const many = Array.from({ length: 101 }, (_, i) => `x${i}`).join();
    expectRefused(await partner.get(`${route.path}?id=${many}`), 400, { field: 'id', code: 'OUT_OF_RANGE' });
    expectRefused(await partner.get(`${route.path}?id=a,,b`), 400, { field: 'id', code: 'INVALID_FORMAT' });
  });
});

test('after of another partner is refused like one that never was', async () => {
  const other = await api.partner();
  const { subscriber } = await activeSubscription(other);
  const refused = await partner.get(`/v1/subscribers?after=${subscriber.id}`);
  expectRefused(refused, 400, { field: 'after', code: 'INVALID_VALUE' });
  const stored = dataOf(await partner.get('/v1/subscribers?limit=1'))[0].id;
  expect((await partner.get(`/v1/subscribers?after=${stored.replace('sub_', 'subr_')}`)).status).toBe(200);
});
