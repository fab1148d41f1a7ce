import { expect, test } from 'vitest';
import { useDatabase } from '../../test/fixtures/use-database.ts';

const database = useDatabase();

test('no query can use the index that forbids overlapping cycles', async () => {
  // A column of its own would invite the planner to look for a subscription's cycles in it, and it would read all of it.
  const [index] = await database.current.sql<{ columns: string }[]>`
    select indkey::text as columns from pg_index where indexrelid = 'billing_cycle_no_overlap'::regclass`;
  expect(index?.columns).toBe('0 0 0');
});
