import { setImmediate as later } from 'node:timers/promises';
import postgres from 'postgres';
import { expect, test } from 'vitest';
import { batch } from './batch.ts';

/** Work whose batch ends on demand. It answers with its inputs. */
function held() {
  const rounds: { asked: string[]; end: (error?: Error) => void }[] = [];
  const ask = batch((asked: string[]) => {
    return new Promise<string[]>((resolve, reject) => {
      rounds.push({ asked, end: (error) => (error ? reject(error) : resolve(asked)) });
    });
  });
  /** Ends the running batch. */
  const end = async (error?: Error) => {
    rounds.shift()?.end(error);
    await later();
    await later();
  };
  return { ask, end, underWay: () => rounds.map(({ asked }) => asked) };
}

test('calls during a batch join the next one, and each call gets its own answer', async () => {
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

test('no call joins a running batch, whose reads may be older than the call', async () => {
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

test('the 33rd concurrent call waits for the next batch', async () => {
  const { ask, end, underWay } = held();
  const answers = Array.from({ length: 40 }, (_, n) => ask(String(n)));
  await later();
  expect(underWay().map(({ length }) => length)).toEqual([32]);
  await end();
  expect(underWay().map(({ length }) => length)).toEqual([8]);
  await end();
  expect(await Promise.all(answers)).toHaveLength(40);
});

test('a batch that the database refuses runs call by call, in order', async () => {
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

test('a lost connection fails all calls of the batch, and none is repeated', async () => {
  const { ask, end, underWay } = held();
  const answers = Promise.allSettled([ask('a'), ask('b')]);
  await later();
  await end(Object.assign(new Error('write CONNECTION_CLOSED'), { code: 'CONNECTION_CLOSED' }));
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(underWay()).toEqual([]);
  // Later calls are not affected.
  const next = ask('c');
  await later();
  await end();
  expect(await next).toBe('c');
});
