import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../test/fixtures/fresh-database.ts';
import { checkInvariants } from '../../test/invariants/check-invariants.ts';
import { realNow } from '../clock.ts';
import { type Database, openDatabase } from '../db/client.ts';
import { createPartner } from '../domain/partner/create.ts';
import { loadDefaultScheduleD } from '../domain/schedule-d/load.ts';
import { transaction } from '../work/transaction.ts';
import { demoHistory, playHistory } from './history.ts';

/** The test of the first start plays the default seed; this one plays others. DEMO_SEEDS=1,2,3 plays more. */
const seeds = (process.env.DEMO_SEEDS ?? '5').split(',').map(Number);

let database: Database;

beforeAll(async () => {
  database = openDatabase(await freshDatabase());
  await loadDefaultScheduleD();
});
afterAll(() => database.close());

test.each(seeds)(
  'the demo year of seed %i plays to its end and keeps all invariants',
  { timeout: 240_000 },
  async (seed) => {
    const name = `Demo ${seed}`;
    const email = `owner${seed}@demo.example`;
    const { providerId } = await createPartner({ name, email, livemode: false });
    const caller = { type: 'system', name: 'demo' } as const;
    const history = demoHistory(realNow(), seed);
    const customerSteps = history.timelines.reduce((sum, { steps }) => sum + steps.length, 0);
    const steps = await transaction({ providerId, caller, correlationId: `demo ${seed}` }, (scope) =>
      playHistory(scope, history),
    );
    expect(steps).toBe(history.opening.length + history.milestones.length + customerSteps);
    expect(await checkInvariants(database.db)).toEqual([]);
  },
);
