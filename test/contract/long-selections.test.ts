import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { beforeAll, expect, test } from 'vitest';
import { bodies, dataOf } from './helpers.ts';
import { usePortal } from './staff-helpers.ts';

const { api, owner } = usePortal();

/** More rows than are read at a time. Their metadata is as long as it may be. */
const ROWS = 2_500;
const MEGABYTE = 1_000_000;

let staff: Awaited<ReturnType<typeof owner>>;

beforeAll(async () => {
  staff = await owner();
  const { id } = dataOf(await staff.partner.post('/v1/subscribers', bodies.subscriber()));
  await api.sql`
    with long as materialized (
      select jsonb_object_agg('key_' || k, repeat('x', 500)) as metadata from generate_series(1, 50) k
    )
    insert into subscriber (id, provider_id, first_name, last_name, email, phone, status, created_at, updated_at, account_number, metadata)
    select left(s.id, 20) || lpad(n::text, 10, '0'), s.provider_id, 'Long', 'Number ' || n, 'long' || n || '@example.com',
      '+25479' || lpad(n::text, 7, '0'), 'active', s.created_at, s.updated_at, (10000000 + n)::text, long.metadata
    from subscriber s, long, generate_series(1, ${ROWS}::int) n where s.id = ${id}`;
});

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** The most megabytes that are held while `work` runs, beyond those before. */
async function heldDuring<T>(work: () => Promise<T>): Promise<{ result: T; held: number }> {
  const used = () => {
    collectGarbage();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  let most = before;
  let isDone = false;
  const running = work().finally(() => {
    isDone = true;
  });
  while (!isDone) {
    most = Math.max(most, used());
    await sleep(100);
  }
  return { result: await running, held: (most - before) / MEGABYTE };
}

test('a bulk action on all that match holds some of its rows at a time, and has them in the order of the list', async () => {
  const { result: job, held } = await heldDuring(() =>
    staff.ok('job.createBulk', {
      action: 'subscribers.suspend',
      filter: { q: 'Number', sort: 'lastName' },
      total: ROWS,
    }),
  );
  expect(job.counts).toMatchObject({ total: ROWS, pending: ROWS });
  // All rows together are more than 60 MB.
  expect(held).toBeLessThan(30);
  const inOrder = await api.sql`
    select r.position from job_row r join subscriber s on s.provider_id = r.provider_id and s.id = r.resource_id
    where r.job_id = ${job.id} order by s.last_name collate "und-x-icu", s.id`;
  expect(inOrder.map(({ position }) => position)).toEqual(Array.from({ length: ROWS }, (_, i) => i + 1));
});

test('the readers of an announcement are chosen without what else their rows have', async () => {
  const { result: preview, held } = await heldDuring(() =>
    staff.ok('announcement.preview', {
      ...{ list: 'subscribers', filter: { q: 'Number' } },
      sms: 'Hello {{ firstName }}',
    }),
  );
  expect(preview).toMatchObject({ people: ROWS, sms: { wanted: ROWS } });
  expect(held).toBeLessThan(30);
});
