import { afterAll, beforeAll, expect, test } from 'vitest';
import { longestOf, type Stall } from '../../bench/measure-stalls.ts';
import { page, send } from '../../bench/stall-target.ts';
import { doorsOf, throughDoors, worstRequests } from '../../bench/worst-requests.ts';
import { MAX_JOB_ROWS } from '../../server/contract/portal/job-values.ts';
import { openDatabase } from '../../server/db/client.ts';
import { type Attacked, startAttacked } from '../fixtures/stalls-server.ts';
import { onTheWire } from './raw-http.ts';

/**
 * The longest stall that a request may cause on a busy machine, in ms of processor time. The rule is 50, which `npm run bench -- stalls`
 * measures. Contract: Transport.
 */
const MOST_MS = 250;

let attacked: Attacked;

beforeAll(async () => {
  attacked = await startAttacked();
});
afterAll(() => attacked?.stop());

const tooLong = ({ ms }: Stall) => ms > MOST_MS;

test('no request that is known takes the event loop for long', async () => {
  const { target, ids, server } = attacked;
  const stalls = await longestOf(server, target, worstRequests(target, ids), MOST_MS);
  expect(stalls.filter(tooLong)).toEqual([]);
  // A request without an answer would pass the check above.
  expect(stalls.filter(({ status }) => status === 0)).toEqual([]);
});

test('no header and no query takes the event loop for long, whatever the route', async () => {
  const { target, ids, server } = attacked;
  const attacks = doorsOf(target, ids).map((door) => ({
    name: door[0],
    requests: throughDoors([door]).flatMap(({ name, requests }) =>
      / of tabs, commas|parameters|headers/.test(name) ? requests : [],
    ),
  }));
  const stalls = await longestOf(server, target, attacks, MOST_MS);
  expect(stalls.filter(tooLong)).toEqual([]);
});

test('pages take no body, whatever the method', async () => {
  const { address } = attacked.target;
  const refused = async (method: string, headers: Record<string, string | string[]>, body: string[]) => {
    const { status, headers: answered } = await onTheWire(address, {
      method,
      path: '/subscribers',
      headers,
      body,
    });
    return { status, connection: answered.connection };
  };
  const chunked = { 'transfer-encoding': 'chunked' };
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    expect(await refused(method, chunked, ['x']), method).toEqual({ status: 405, connection: 'close' });
  }
  expect(await refused('GET', { 'content-length': '1' }, ['x'])).toEqual({
    status: 400,
    connection: 'close',
  });
  expect(await refused('GET', chunked, ['x'])).toEqual({
    status: 400,
    connection: 'close',
  });
});

test('files of one account have a limit at once, and the others are answered', async () => {
  const { target, ids } = attacked;
  const pdf = page(target, 'GET', `/api/invoices/${ids.invoice}/pdf`);
  const answers = await Promise.all(Array.from({ length: 60 }, () => send(target, pdf)));
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length;
  expect(count(200)).toBeGreaterThanOrEqual(8);
  expect(count(429)).toBeGreaterThan(0);
  expect(count(200) + count(429)).toBe(60);
  expect((await send(target, pdf)).status).toBe(200);
});

/** As `MOST_MS`, for what is done to the most rows of a job. Without turns it was 120 to 180. */
const MOST_MS_OF_ALL = 110;

test('what is done to the most rows of a job takes the event loop no longer', async () => {
  const { target, server, providerId, databaseUrl } = attacked;
  const database = openDatabase(databaseUrl);
  const { sql } = database;
  await sql`
    insert into subscriber (id, provider_id, account_number, first_name, last_name, email, phone, status, created_at, updated_at)
    select 'sub_' || lpad(n::text, 26, '0'), ${providerId}, (10000000 + n)::text, 'Ada', 'L' || n,
      'many' || n || '@example.com', '+2547' || lpad(n::text, 8, '0'), 'active', now(), now()
    from generate_series(1, ${MAX_JOB_ROWS}::int - (
      select count(*)::int from subscriber where provider_id = ${providerId} and status <> 'terminated')) n`;
  const filter = { statusIn: 'active,suspended' };
  const audience = { list: 'subscribers', filter, sms: 'Hello {{ firstName }}, the mast is down.' };
  const query = (sms: string) => encodeURIComponent(JSON.stringify({ ...audience, sms }));
  // A short text that fills itself with as much as a text may take.
  const growing = `{{ "${'a'.repeat(90)}" | replace: "a", "${'é'.repeat(100)}" }}`;
  const write = (name: string, input: object) =>
    page(target, 'POST', `/api/trpc/${name}`, JSON.stringify(input));
  const requests = {
    preview: page(target, 'GET', `/api/trpc/announcement.preview?input=${query(audience.sms)}`),
    growing: page(target, 'GET', `/api/trpc/announcement.preview?input=${query(growing)}`),
    announce: write('announcement.create', { ...audience, kind: 'NOTICE', people: MAX_JOB_ROWS }),
    bulk: write('job.createBulk', { action: 'subscribers.suspend', filter, total: MAX_JOB_ROWS }),
  };
  const attacks = Object.entries(requests).map(([name, wire]) => ({ name, requests: [wire] }));
  const stalls = await longestOf(server, target, attacks, MOST_MS_OF_ALL);
  expect(stalls.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(stalls.filter(({ ms }) => ms > MOST_MS_OF_ALL)).toEqual([]);
  await database.close();
});
