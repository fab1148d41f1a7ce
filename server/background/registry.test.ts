import { expect, test } from 'vitest';
import { wakeNames } from '../work/wake-names.ts';
import { inngest } from './client.ts';
import { functionConfig } from './function-config.ts';
import { backgroundFunctions } from './registry.ts';

const configs = backgroundFunctions.map((fn) => functionConfig(inngest.id, fn));

test('each wake-up triggers one function', () => {
  const triggers = configs.flatMap(({ events }) => events);
  expect(triggers.toSorted()).toEqual(wakeNames.toSorted());
});

test('each function that a wake-up triggers has a sweep, which finds the work of lost wake-ups', () => {
  const swept = configs.filter(({ crons }) => crons.length > 0).map(({ id }) => id);
  const drains = configs.filter(({ events }) => events.length > 0);
  for (const { id } of drains) expect(swept).toContain(`${id}-sweep`);
});
