import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { realNow } from '../../clock.ts';
import { change } from '../../state/record.ts';
import { find, findForUpdate } from '../../state/resource.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { createSubscriber } from '../subscriber/create.ts';
import { type FeedRead, readFeed } from './read-feed.ts';

const held = useDatabase({ checked: 'never' });

const SEED = Number(process.env.FEED_SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Numbers from 0 to 1 that follow from a seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

class Abandoned extends Error {}

test('readers that follow next see each event of many concurrent writers once, later where it saw another', async () => {
  console.info(`FEED_SEED=${SEED}`);
  const random = randomFrom(SEED);
  const provider = await newProvider(held.current);
  let n = 0;
  const person = () => {
    n++;
    return {
      firstName: 'Ada',
      lastName: `${n}`,
      email: `a${n}@example.com`,
      phone: `+2547${10_000_000 + n}`,
    };
  };
  const shared: string[] = [];
  for (let i = 0; i < 3; i++)
    shared.push((await provider.at(realNow(), (scope) => createSubscriber(scope, person()))).id);
  const lastOf = new Map<string, number>();

  /** Creates a subscriber, then waits for the row of another, changes it, and commits late or not at all. */
  async function write(): Promise<void> {
    const id = shared[Math.floor(random() * shared.length)] as string;
    const [early, late, fate] = [random() * 15, random() * 40, random()];
    await provider
      .at(realNow(), async (scope) => {
        await createSubscriber(scope, person());
        await sleep(early);
        const row = await findForUpdate(scope, subscriberResource, id);
        const nth = Number(row.city ?? 0) + 1;
        await change(scope, subscriberResource, row, { city: `${nth}` }, { emits: 'subscriber.updated' });
        await sleep(late);
        if (fate < 0.1) throw new Abandoned();
        // The connection is lost, as with a process that is killed.
        if (fate < 0.2)
          await scope.db.execute(sql`select pg_terminate_backend(pg_backend_pid())`).catch(() => {});
        return nth;
      })
      .then(
        (nth) => lastOf.set(id, Math.max(lastOf.get(id) ?? 0, nth)),
        () => {},
      );
  }

  let isOver = false;
  async function follow(limit: number): Promise<FeedRead['data']> {
    const seen: FeedRead['data'] = [];
    for (let after: string | undefined; ; ) {
      const isLast = isOver;
      // A kill may reach the connection that a reader is given.
      const answer = await provider
        .at(realNow(), (scope) => readFeed(scope, { after, limit }))
        .catch(() => null);
      if (!answer) continue;
      const { data, meta, isAtEnd } = answer;
      // A reader that is killed between two reads repeats the second one from the stored cursor.
      if (random() < 0.8) {
        seen.push(...data);
        after = meta.next;
      }
      if (isLast && isAtEnd && after === meta.next) return seen;
      await sleep(random() * 5);
    }
  }

  const readers = [1, 7, 100].map(follow);
  const writers = Array.from({ length: 12 }, async () => {
    for (let i = 0; i < 12; i++) await write();
  });
  await Promise.all(writers);
  isOver = true;
  const stored = await held.current.sql`
    select id from event where provider_id = ${provider.providerId} order by id`;
  const read = await Promise.all(readers);
  for (const seen of read) {
    const ids = seen.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.toSorted()).toEqual(stored.map(({ id }) => id));
    expect(ids).toEqual(read[0]?.map(({ id }) => id));
    for (const id of shared) {
      const order = seen.filter(({ type, data }) => type === 'subscriber.updated' && data.current.id === id);
      const counts = order.map(({ data }) => Number(data.current.city));
      expect(counts).toEqual(counts.map((_, i) => i + 1));
      expect(counts.length).toBe(lastOf.get(id));
    }
  }
});

test('a transaction that saw another one is behind it, with all its events', async () => {
  const provider = await newProvider(held.current);
  const make = (nth: number) => ({
    firstName: 'Bo',
    lastName: `${nth}`,
    email: `b${nth}@example.com`,
    phone: `+2547${20_000_000 + nth}`,
  });
  let seeFirst = (_: string) => {};
  const first = new Promise<string>((resolve) => {
    seeFirst = resolve;
  });
  // It emits its own event before it reads the other one.
  const second = provider.at(realNow(), async (scope) => {
    const own = await createSubscriber(scope, make(2));
    await scope.db.execute(sql`select 1`);
    await find(scope, subscriberResource, await first);
    return own.id;
  });
  const firstId = (await provider.at(realNow(), (scope) => createSubscriber(scope, make(1)))).id;
  seeFirst(firstId);
  const secondId = await second;
  const { data } = await provider.at(realNow(), (scope) => readFeed(scope, { after: undefined, limit: 100 }));
  expect(data.map((event) => event.data.current.id)).toEqual([firstId, secondId]);
});

test('an event whose commit is late, after its last statement, comes when it is committed', async () => {
  const provider = await newProvider(held.current);
  const { providerId } = provider;
  const insert = (on: typeof held.current.sql, id: string) => on`
    insert into event (provider_id, id, type, resource_id, body, occurred_at, created_at, updated_at, correlation_id)
    values (${providerId}, ${id}, 'plan.created', 'pln_1', ${`{"id":"${id}"}`}, now(), now(), now(), ${providerId})`;
  const idOf = (nth: number) => `evt_${`${nth}`.padStart(32, '0')}`;
  const read = async (after?: string) => {
    const answer = await provider.at(realNow(), (scope) => readFeed(scope, { after, limit: 100 }));
    return { ids: answer.data.map(({ id }) => id), next: answer.meta.next };
  };
  let commit = () => {};
  const mayCommit = new Promise<void>((resolve) => {
    commit = resolve;
  });
  let written = () => {};
  const isWritten = new Promise<void>((resolve) => {
    written = resolve;
  });
  const late = held.current.sql.begin(async (tx) => {
    await insert(tx as unknown as typeof held.current.sql, idOf(1));
    written();
    await mayCommit;
  });
  await isWritten;
  await insert(held.current.sql, idOf(2));
  const first = await read();
  expect(first.ids).toEqual([idOf(2)]);
  commit();
  await late;
  await insert(held.current.sql, idOf(3));
  expect((await read(first.next)).ids).toEqual([idOf(1), idOf(3)]);
  expect((await read()).ids).toEqual([idOf(2), idOf(1), idOf(3)]);
});
