import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { jobEvents, jobs } from './client.ts';
import { functionConfig } from './function-config.ts';
import { jobFunctions } from './registry.ts';

const configs = jobFunctions.map((fn) => functionConfig(jobs.id, fn));
const reactedTo = configs.flatMap(({ events }) => events).toSorted();

/** The names of wake-ups that the code beside the jobs sends. */
function sent(): string[] {
  const server = fileURLToPath(new URL('..', import.meta.url));
  const texts = readdirSync(server, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts') && !path.startsWith('jobs'))
    .map((path) => readFileSync(server + path, 'utf8'));
  return texts.flatMap((text) => [...text.matchAll(/'([a-z]+\/due)'/g)].map(([, name]) => name ?? ''));
}

test('each wake-up has one function that reacts to it', () => {
  expect(sent().length).toBeGreaterThan(10);
  expect(reactedTo).toEqual([...new Set([...sent(), ...Object.keys(jobEvents)])].toSorted());
});

test('each function that reacts to a wake-up has a sweep that finds what a lost one stood for', () => {
  const swept = configs.filter(({ crons }) => crons.length > 0).map(({ id }) => id);
  const drains = configs.filter(({ events }) => events.length > 0);
  for (const { id } of drains) expect(swept).toContain(`${id}-sweep`);
});
