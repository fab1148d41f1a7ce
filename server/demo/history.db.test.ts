import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/fixtures/fresh-database.ts';
import { checkInvariants } from '../../test/invariants/check-invariants.ts';
import { realNow } from '../clock.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { transaction } from '../db/transaction.ts';
import { createPartner } from '../domain/partner/create.ts';
import { loadDefaultScheduleD } from '../domain/schedule-d/load.ts';
import { demoHistory, playHistory } from './history.ts';

/** The year that partners see is played by the test of the first start; here others come. DEMO_SEEDS=1,2,3 for more. */
const seeds = (process.env.DEMO_SEEDS ?? '5').split(',').map(Number);

let database: Database;

beforeAll(async () => {
  database = openDatabase(await freshDatabase());
  await loadDefaultScheduleD();
});
afterAll(() => database.close());

test.each(seeds)('whoever comes, the year can be told: seed %i', { timeout: 240_000 }, async (seed) => {
  const name = `Demo ${seed}`;
  const email = `owner${seed}@demo.example`;
  const { providerId } = await createPartner({ name, email, livemode: false });
  const caller = { type: 'system', name: 'demo' } as const;
  const history = demoHistory(realNow(), seed);
  const told = history.diaries.reduce((sum, { steps }) => sum + steps.length, 0);
  const steps = await transaction({ providerId, caller, correlationId: `demo ${seed}` }, (scope) =>
    playHistory(scope, history),
  );
  expect(steps).toBe(history.opening.length + history.turns.length + told);
  expect(await checkInvariants(database.db)).toEqual([]);
});
