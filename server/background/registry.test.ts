import { expect, test } from 'vitest';
import { wakeNames } from '../work/wake-names.ts';
import { inngest } from './client.ts';
import { functionConfig } from './function-config.ts';
import { backgroundFunctions, waitsForSystems } from './registry.ts';

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

test('what waits for routers, mail servers, gateways and external systems has places of its own', () => {
  const ids = backgroundFunctions.filter(waitsForSystems).map((fn) => fn.opts.id);
  const kinds = ['checkouts', 'emails', 'gateways', 'network', 'outbound-sync', 'prompts', 'refunds'];
  expect(ids.toSorted()).toEqual(kinds.map((kind) => `${kind}-due`));
});
