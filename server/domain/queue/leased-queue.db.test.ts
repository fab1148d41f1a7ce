import { and, eq } from 'drizzle-orm';
import { integer, pgTable, text } from 'drizzle-orm/pg-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { instant } from '../../../drizzle/schema/columns.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { HOUR_MS, MINUTE_MS, plus, realNow } from '../../clock.ts';
import { db } from '../../db/client.ts';
import { onCommit } from '../../work/wake.ts';
import { defineQueue, drain, providersWithDue, queueBacklogs, retryAt } from './leased-queue.ts';

const database = useDatabase();

const table = pgTable('queue_of_a_test', {
  id: text('id').notNull(),
  providerId: text('provider_id').notNull(),
  attempts: integer('attempts').notNull().default(0),
  dueAt: instant('due_at'),
});
const ofTheProduct = queueBacklogs.length;
const queue = defineQueue({
  name: 'queue of a test',
  wake: 'emails/due',
  table,
  key: ['id'],
  due: 'dueAt',
  order: ['dueAt'],
  batch: 10,
  leaseMs: MINUTE_MS,
  retryWaitsMs: [300, 100],
});

/** Attempts in the order of their start: the row, its number and how late it was, in ms. */
let attempts: { id: string; number: number; lateMs: number }[];
let failing: Set<string>;
let providerId: string;

beforeAll(
  () =>
    database.current
      .sql`create table queue_of_a_test (id text, provider_id text, attempts int not null default 0, due_at timestamptz)`,
);
beforeEach(async () => {
  ({ providerId } = await newProvider(database.current));
  attempts = [];
  failing = new Set();
  onCommit((id, wakes) => {
    if (id === providerId && wakes.has('emails/due')) void run();
  });
});
afterEach(() => onCommit(() => {}));
// Other test files of this process read the backlog of each queue, in databases without this table.
afterAll(() => queueBacklogs.splice(ofTheProduct, 1));

const due = new Map<string, Date>();

async function add(id: string, dueAt: Date): Promise<void> {
  due.set(id, dueAt);
  await db().insert(table).values({ id, providerId, dueAt });
}

const run = () =>
  drain(queue, { providerId, budgetMs: 5_000 }, async (row) => {
    const lateMs = realNow().getTime() - (due.get(row.id)?.getTime() ?? 0);
    attempts.push({ id: row.id, number: row.attempts, lateMs });
    const next = failing.has(row.id) ? retryAt(queue, row.attempts) : null;
    if (next) due.set(row.id, next);
    await db()
      .update(table)
      .set({ dueAt: next })
      .where(and(eq(table.id, row.id), eq(table.providerId, providerId)));
    return 'done';
  });

const started = () => attempts.map(({ id, number }) => `${id} ${number}`);

test('each row is attempted when it is due, however many wait for different times', async () => {
  for (const [n, id] of ['d', 'b', 'c', 'a'].entries()) await add(id, plus(realNow(), 500 + 150 * n));
  await run();
  expect(started()).toEqual([]);
  await expect.poll(started).toEqual(['d 1', 'b 1', 'c 1', 'a 1']);
  for (const { lateMs } of attempts) expect(lateMs).toBeGreaterThanOrEqual(0);
});

test('each retry begins when it is due, also of rows that failed at different times', async () => {
  failing = new Set(['a', 'b']);
  await add('a', realNow());
  await add('b', plus(realNow(), 200));
  await run();
  expect(started()).toEqual(['a 1']);
  await expect.poll(started).toHaveLength(6);
  expect(started().sort()).toEqual(['a 1', 'a 2', 'a 3', 'b 1', 'b 2', 'b 3']);
  for (const { lateMs } of attempts) expect(lateMs).toBeGreaterThanOrEqual(0);
});

test('a row that becomes due before the next sweep is found by a sweep, so that a restart keeps its time', async () => {
  await add('soon', plus(realNow(), MINUTE_MS));
  const later = await newProvider(database.current);
  await db()
    .insert(table)
    .values({ id: 'later', providerId: later.providerId, dueAt: plus(realNow(), HOUR_MS) });
  expect(await providersWithDue(queue)).toEqual([providerId]);
});
