import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Changes } from '@/server/contract/portal/changes.ts';
import { createRefresh } from './refresh.ts';

const id = (prefix: string, nth: number) => `${prefix}_${String(nth).padStart(26, '0')}`;
const [mine, other] = [id('sub', 1), id('sub', 2)];

const window = { visibilityState: 'visible' };
beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('document', window);
  window.visibilityState = 'visible';
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A page with these queries, by their procedures. It counts how often each was read. */
function page(queries: { name: string; input: object; data?: unknown }[]) {
  const client = new QueryClient();
  const reads: Record<string, number> = {};
  for (const { name, input, data = {} } of queries) {
    const queryFn = () => {
      reads[name] = (reads[name] ?? 0) + 1;
      return data;
    };
    const queryKey = [name.split('.'), { input, type: 'query' }];
    client.setQueryData(queryKey, data);
    new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY }).subscribe(() => {});
  }
  const refresh = createRefresh(client);
  return {
    client,
    /** The procedures that were read again, at once and within the time of lists. */
    async after(changes: Changes) {
      for (const name of Object.keys(reads)) delete reads[name];
      refresh(changes);
      await vi.advanceTimersByTimeAsync(1);
      const soon = Object.keys(reads).sort();
      await vi.advanceTimersByTimeAsync(5_000);
      return {
        soon,
        later: Object.keys(reads)
          .filter((name) => !soon.includes(name))
          .sort(),
      };
    },
    reads,
    refresh,
  };
}

const queries = [
  { name: 'subscriber.get', input: { id: mine }, data: { id: mine } },
  { name: 'payment.list', input: { subscriberId: mine } },
  { name: 'invoice.get', input: { id: id('inv', 1) }, data: { subscriberId: mine } },
  { name: 'subscriber.list', input: { limit: 20 }, data: [] },
  { name: 'plan.list', input: { limit: 20 }, data: [{ id: id('pln', 1) }] },
  { name: 'home.figures', input: {} },
  { name: 'profile.get', input: {} },
];

test('what names a changed id is read at once; what contains it, and lists of its kind, a little later', async () => {
  const { after, reads } = page(queries);
  const first = await after({ all: false, objects: ['subscriber'], ids: [mine] });
  expect([...first.soon, ...first.later].sort()).toEqual([
    'invoice.get',
    'payment.list',
    'subscriber.get',
    'subscriber.list',
  ]);
  expect(first.soon).toEqual(expect.arrayContaining(['subscriber.get', 'payment.list']));
  // Each of them once.
  expect(Object.values(reads)).toEqual([1, 1, 1, 1]);
  // Lists are read once in five seconds: those of the second change wait.
  const second = await after({ all: false, objects: ['subscriber'], ids: [other] });
  expect(second).toEqual({ soon: ['subscriber.list'], later: [] });
});

test('lists wait for five seconds after a read, and no change is lost', async () => {
  const { refresh, reads } = page(queries);
  refresh({ all: false, objects: ['subscriber'], ids: [other] });
  await vi.advanceTimersByTimeAsync(1);
  expect(reads).toEqual({ 'subscriber.list': 1 });
  refresh({ all: false, objects: ['plan'], ids: [id('pln', 9)] });
  refresh({ all: false, objects: ['network'], ids: [id('sess', 9)] });
  await vi.advanceTimersByTimeAsync(4_000);
  expect(reads).toEqual({ 'subscriber.list': 1 });
  await vi.advanceTimersByTimeAsync(1_500);
  expect(reads).toEqual({ 'subscriber.list': 1, 'plan.list': 1 });
});

test('after a large number of events everything is read again, but the figures of months', async () => {
  const { after } = page(queries);
  const { soon, later } = await after({ all: true });
  expect([...soon, ...later].sort()).toEqual(
    queries
      .map(({ name }) => name)
      .filter((name) => name !== 'home.figures')
      .sort(),
  );
});

test('a hidden window reads nothing, and reads again when it is shown', async () => {
  const { after, client } = page(queries);
  window.visibilityState = 'hidden';
  expect(await after({ all: false, objects: ['subscriber'], ids: [mine] })).toEqual({ soon: [], later: [] });
  const state = client.getQueryState([['subscriber', 'get'], { input: { id: mine }, type: 'query' }]);
  expect(state?.isInvalidated).toBe(true);
});

test('previews of an open dialog follow too', async () => {
  const client = new QueryClient();
  let reads = 0;
  const queryKey = ['dryRun', 'subscriber.suspend', JSON.stringify({ id: mine })];
  client.setQueryData(queryKey, {});
  new QueryObserver(client, {
    queryKey,
    queryFn: () => ++reads,
    staleTime: Number.POSITIVE_INFINITY,
  }).subscribe(() => {});
  createRefresh(client)({ all: false, objects: ['subscriber'], ids: [mine] });
  await vi.advanceTimersByTimeAsync(1);
  expect(reads).toBe(1);
});
