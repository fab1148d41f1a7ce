import { expect, test } from 'vitest';
import { createFairPlaces } from './fair-places.ts';

/** Work in the order in which it began. The test ends each. */
function works(places: ReturnType<typeof createFairPlaces>) {
  const begun: { name: string; end: () => void }[] = [];
  const run = (owner: string, name = owner) =>
    places.run(owner, () => new Promise<void>((end) => begun.push({ name, end })));
  /** Lets work begin. */
  const turn = () => new Promise((done) => setImmediate(done));
  return { begun, run, turn, names: () => begun.map(({ name }) => name) };
}

test('the next work of another owner waits for one work of an owner with many', async () => {
  const { begun, run, turn, names } = works(createFairPlaces({ places: 1, waiting: 100 }));
  for (let i = 0; i < 10; i++) void run('a');
  void run('b');
  for (let i = 0; i < 3; i++) {
    await turn();
    begun[i]?.end();
  }
  expect(names().slice(0, 3)).toContain('b');
});

test('an owner holds no more places than one may, and others get the rest', async () => {
  const { run, begun, turn, names } = works(createFairPlaces({ places: 2, ofOwner: 1, waiting: 10 }));
  for (const name of ['a1', 'a2', 'a3']) void run('a', name);
  void run('b');
  await turn();
  expect(names()).toEqual(['a1', 'b']);
  begun[0]?.end();
  await turn();
  expect(names()).toEqual(['a1', 'b', 'a2']);
});

test('owners whose work took long share a half of the places, and leave the other half', async () => {
  const places = createFairPlaces({ places: 2, ofOwner: 1, waiting: 10, slowMs: 5 });
  for (const slow of ['a', 'b']) await places.run(slow, () => new Promise((done) => setTimeout(done, 10)));
  const { run, turn, names } = works(places);
  for (const owner of ['a', 'b', 'c']) void run(owner);
  await turn();
  expect(names()).toEqual(['a', 'c']);
});

test('an owner does not take all places to wait, and those beyond its share are refused with the time to wait', async () => {
  const { run } = works(createFairPlaces({ places: 1, waiting: 20 }));
  const refusals: unknown[] = [];
  for (let i = 0; i < 40; i++) run('a').catch((refusal) => refusals.push(refusal));
  for (let i = 0; i < 3; i++) run('b').catch(() => refusals.push('b'));
  await new Promise((done) => setImmediate(done));
  expect(refusals).toHaveLength(40 - 1 - 16);
  expect(refusals[0]).toMatchObject({ status: 503, headers: { 'Retry-After': '2' } });
});

test('work that fails gives its place back', async () => {
  const { run } = createFairPlaces({ places: 1, waiting: 1 });
  await expect(run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await run('b', async () => 1)).toBe(1);
});
