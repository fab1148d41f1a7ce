import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { RequestFollower } from '../../sdk/typescript/src/cli/follow-requests.ts';
import { Demarc } from '../../sdk/typescript/src/client.ts';
import type { ApiRequest } from '../../sdk/typescript/src/generated/openapi.ts';
import { lowestId } from '../../server/work/ids.ts';
import { type Partner, useApi } from './api.ts';
import { bodies } from './helpers.ts';

const api = useApi();

/** A new account with one logged call, and its client. */
async function logging() {
  const partner = await api.partner();
  await partner.post('/v1/plans', bodies.plan());
  await api.logRequests();
  const { 'x-access-id': accessId, 'x-access-secret': accessSecret } = partner.headers;
  return { partner, demarc: new Demarc({ accessId, accessSecret, baseUrl: api.base }) };
}

/** Writes calls to the log that were received so many milliseconds after the first one, as a slow batch would. */
async function write({ providerId }: Partner, ...laterMs: number[]): Promise<string[]> {
  const [first] = await api.sql`
    select id, created_at from api_request where provider_id = ${providerId} order by id limit 1`;
  const rows = laterMs.map((ms) => {
    const at = new Date(Date.parse(first?.created_at) + ms);
    const id = `${lowestId('apiRequest', at)}${randomUUID().replaceAll('-', '').slice(0, 16)}`;
    return { id, created_at: at.toISOString() };
  });
  await api.sql`
    insert into api_request select (jsonb_populate_record(r, call)).*
    from api_request r, jsonb_array_elements(${JSON.stringify(rows)}::text::jsonb) call
    where provider_id = ${providerId} and id = ${first?.id}`;
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1)).map(({ id }) => id);
}

const ids = (calls: ApiRequest[]) => calls.map(({ id }) => id);
const range = (n: number, from: number, step: number) => Array.from({ length: n }, (_, i) => from + i * step);

test('a call that is written late is found, once, and so are calls of one instant', async () => {
  const { partner, demarc } = await logging();
  await write(partner, ...range(30, 60_000, 1_000));
  const follower = new RequestFollower(demarc);
  expect(await follower.start()).toHaveLength(31);
  expect(await follower.poll()).toEqual([]);
  const late = await write(partner, 5, 30_500, 70_500, 89_000, 89_000, 95_000);
  expect(ids(await follower.poll())).toEqual(late);
  expect(await follower.poll()).toEqual([]);
  const calls = await write(partner, 96_000);
  expect(ids(await follower.poll())).toEqual(calls);
});

test('many calls at once are found on several pages, and after old calls are forgotten', async () => {
  const { partner, demarc } = await logging();
  const follower = new RequestFollower(demarc, {}, 40);
  await follower.start();
  const seen: string[] = [];
  const written: string[] = [];
  for (let turn = 1; turn <= 6; turn++) {
    // Some of each turn are older than the newest ones of the turn before.
    const [n, step] = turn === 3 ? [350, 3] : [30, 40];
    written.push(...(await write(partner, ...range(n, turn * 1_000, step))));
    seen.push(...ids(await follower.poll()));
    expect(await follower.poll()).toEqual([]);
  }
  expect(new Set(seen).size).toBe(seen.length);
  expect(seen.toSorted()).toEqual(written.toSorted());
});

test('it starts in a long log, and continues when the oldest calls are dropped', async () => {
  const { partner, demarc } = await logging();
  await write(partner, ...range(600, 1_000, 100));
  const follower = new RequestFollower(demarc);
  expect(await follower.start()).toHaveLength(500);
  expect(await follower.poll()).toEqual([]);
  const added = await write(partner, 70_000);
  expect(ids(await follower.poll())).toEqual(added);
  await api.sql`
    delete from api_request where provider_id = ${partner.providerId}
      and id < (select max(id) from api_request where provider_id = ${partner.providerId})`;
  const more = await write(partner, 71_000);
  expect(ids(await follower.poll())).toEqual(more);
  const last = await write(partner, 72_000, 73_000);
  expect(ids(await follower.poll())).toEqual(last);
});

test('calls that match the filters only', async () => {
  const { partner, demarc } = await logging();
  const follower = new RequestFollower(demarc, { status: '4xx', path: 'plans' });
  expect(await follower.start()).toEqual([]);
  await partner.post('/v1/plans', bodies.plan());
  await partner.get('/v1/subscribers/sub_x');
  await partner.get('/v1/plans/pln_x');
  await api.logRequests();
  expect(await follower.poll()).toMatchObject([{ path: '/v1/plans/pln_x', status: 404, error: 'NOT_FOUND' }]);
});
