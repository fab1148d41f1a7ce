import { expect, test } from 'vitest';
import { useDatabase } from '../../test/fixtures/use-database.ts';

const database = useDatabase();

test('no query can use the index that forbids overlapping cycles', async () => {
  // With an indexed column the planner may choose this index for the cycles of a subscription, and it reads all of it.
  const [index] = await database.current.sql<{ columns: string }[]>`
    select indkey::text as columns from pg_index where indexrelid = 'billing_cycle_no_overlap'::regclass`;
  expect(index?.columns).toBe('0 0 0');
});
