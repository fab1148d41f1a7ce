import { setImmediate as later } from 'node:timers/promises';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { batch } from './batch.ts';

/** Work whose round ends when it is told to; it answers with what was asked. */
function held() {
  const rounds: { asked: string[]; end: (error?: Error) => void }[] = [];
  const ask = batch((asked: string[]) => {
    return new Promise<string[]>((resolve, reject) => {
      rounds.push({ asked, end: (error) => (error ? reject(error) : resolve(asked)) });
    });
  });
  /** Ends the round that is under way. */
  const end = async (error?: Error) => {
    rounds.shift()?.end(error);
    await later();
    await later();
  };
  return { ask, end, underWay: () => rounds.map(({ asked }) => asked) };
}

test('who comes while a round is under way goes with the next, and is given their own answer', async () => {
  const { ask, end, underWay } = held();
  const answers = [];
  for (const name of ['a', 'b', 'c', 'd']) {
    answers.push(ask(name));
    await later();
  }
  expect(underWay()).toEqual([['a']]);
  await end();
  expect(underWay()).toEqual([['b', 'c', 'd']]);
  answers.push(ask('e'));
  await end();
  expect(underWay()).toEqual([['e']]);
  await end();
  expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd', 'e']);
});

test('a round is never joined once it has begun: what it reads may be older than the question', async () => {
  const { ask, end, underWay } = held();
  const first = ask('a');
  await later();
  const second = ask('a');
  await end();
  expect(await first).toBe('a');
  expect(underWay()).toEqual([['a']]);
  await end();
  expect(await second).toBe('a');
});

test('of many, only so many go together', async () => {
  const { ask, end, underWay } = held();
  const answers = Array.from({ length: 40 }, (_, n) => ask(String(n)));
  await later();
  expect(underWay().map(({ length }) => length)).toEqual([32]);
  await end();
  expect(underWay().map(({ length }) => length)).toEqual([8]);
  await end();
  expect(await Promise.all(answers)).toHaveLength(40);
});

test('what the database refuses a round is done for each alone, in their order', async () => {
  const done: string[][] = [];
  const ask = batch(async (asked: string[]) => {
    done.push(asked);
    if (!asked.includes('bad')) return asked;
    throw new Error('Failed query', { cause: new postgres.PostgresError('no') });
  });
  const answers = await Promise.allSettled(['a', 'bad', 'c'].map(ask));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(done).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']]);
});

test('what may have been done is not done again: a lost connection fails all who went together', async () => {
  const { ask, end, underWay } = held();
  const answers = Promise.allSettled([ask('a'), ask('b')]);
  await later();
  await end(Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' }));
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(underWay()).toEqual([]);
  // Those who come next are not held up.
  const next = ask('c');
  await later();
  await end();
  expect(await next).toBe('c');
});
