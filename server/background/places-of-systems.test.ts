import { expect, test } from 'vitest';
import { createPlacesOfSystems } from './places-of-systems.ts';

/** Calls of accounts that end when their system answers. */
function systems(choice: Parameters<typeof createPlacesOfSystems>[0]) {
  const places = createPlacesOfSystems(choice);
  const begun: string[] = [];
  const answers = new Map<string, () => void>();
  return {
    begun,
    call: (account: string) =>
      places.run(account, [{ key: account, limit: 1 }], () => {
        begun.push(account);
        return new Promise<void>((done) => answers.set(account, done));
      }),
    answer: (account: string) => answers.get(account)?.(),
  };
}

test('accounts whose systems answered late share a half of the places, and leave the other half', async () => {
  const { begun, call, answer } = systems({ places: 2, slowMs: -1 });
  for (const account of ['a', 'b', 'c']) {
    const first = call(account);
    await expect.poll(() => begun).toContain(account);
    answer(account);
    await first;
  }
  begun.length = 0;
  const waiting = ['a', 'b', 'c', 'd'].map(call);
  await expect.poll(() => begun).toEqual(['a', 'd']);
  for (const next of ['a', 'b', 'c']) {
    answer(next);
    await expect.poll(() => begun.at(-1)).toBe({ a: 'b', b: 'c', c: 'c' }[next]);
  }
  answer('d');
  await Promise.all(waiting);
});

test('accounts whose systems answer in time have all places', async () => {
  const { begun, call, answer } = systems({ places: 2, slowMs: 60_000 });
  const first = call('a');
  await expect.poll(() => begun).toEqual(['a']);
  answer('a');
  await first;
  const both = ['a', 'b'].map(call);
  await expect.poll(() => begun).toEqual(['a', 'a', 'b']);
  answer('a');
  answer('b');
  await Promise.all(both);
});
