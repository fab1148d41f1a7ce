import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, test } from 'vitest';
import { busy, countTurns } from '../test/fixtures/turns.ts';
import { isTurnUsed, nextTurn, nextTurnOf, noteConnection, turnOf } from './turn.ts';

/** Works of three parts at once. Returns which had which turn, in the order of the parts. */
async function worksOf(names: string[], partMs: number): Promise<[string, number][]> {
  const counted = countTurns();
  const taken: [string, number][] = [];
  const work = async (name: string) => {
    for (let part = 0; part < 3; part++) {
      await nextTurn();
      // As much is done between the parts as any work does.
      await Promise.resolve().then(() => {});
      taken.push([name, counted.turn]);
      busy(partMs);
    }
  };
  await Promise.all(names.map(work));
  counted.stop();
  return taken;
}

test('works that take long have a turn each, in the order of their requests', async () => {
  const taken = await worksOf(['a', 'b', 'c'], 12);
  expect(taken.map(([name]) => name).join('')).toBe('abcabcabc');
  expect(new Set(taken.map(([, turn]) => turn)).size).toBe(9);
});

test('works that take a short time share turns, in the order of their requests', async () => {
  const names = Array.from({ length: 200 }, (_, i) => `${i}`);
  const taken = await worksOf(names, 0);
  expect(taken.map(([name]) => name)).toEqual([...names, ...names, ...names]);
  expect(new Set(taken.map(([, turn]) => turn)).size).toBeLessThan(300);
});

test('all works of a turn have its time together', async () => {
  const counted = countTurns();
  const parts: number[] = [];
  const work = async () => {
    for (let part = 0; part < 4; part++) {
      if (isTurnUsed()) await nextTurn();
      parts.push(counted.turn);
      busy(6);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  counted.stop();
  const inTurn = [...new Set(parts)].map((turn) => parts.filter((each) => each === turn).length);
  // Two parts are above the limit; what begins a turn and what waited for it may have both.
  expect(Math.max(...inTurn)).toBeLessThanOrEqual(4);
});

test('long works wait behind each part of a short one, and one of each owner goes first', async () => {
  const taken: string[] = [];
  const long = async (owner: string) => {
    await nextTurnOf(owner);
    taken.push(owner);
    busy(12);
  };
  const short = async () => {
    for (let part = 0; part < 5; part++) {
      await nextTurn();
      taken.push('short');
      busy(12);
    }
  };
  await Promise.all([...Array.from({ length: 20 }, () => long('a')), short(), long('b')]);
  expect(taken.slice(0, taken.lastIndexOf('short')).filter((name) => name !== 'short').length).toBeLessThan(
    7,
  );
  expect(taken.filter((name) => name !== 'short').indexOf('b')).toBeLessThan(3);
  expect(taken).toHaveLength(26);
});

test('long works that come while another waits do not go before it', async () => {
  let begun = 0;
  const work = async () => {
    await turnOf('a');
    begun++;
    busy(12);
  };
  const works: Promise<void>[] = [];
  const arrive = () => {
    works.push(work());
    arriving = setImmediate(arrive);
  };
  const waited = nextTurn().then(() => begun);
  let arriving = setImmediate(arrive);
  expect(await waited).toBe(0);
  clearImmediate(arriving);
  await Promise.all(works);
});

test('long works have turns beside short ones that never end', async () => {
  let isDone = false;
  const short = async () => {
    while (!isDone) {
      await nextTurn();
      busy(6);
    }
  };
  const shorts = [short(), short(), short()];
  for (let part = 0; part < 5; part++) await nextTurnOf('a');
  isDone = true;
  await Promise.all(shorts);
});

test.each([
  ['16 turns', 100 / 4, () => {}],
  ['turns until none arrives', 100 / 20, noteConnection],
])('works that take long leave %s in which connections are accepted', async (_, most, onConnection) => {
  const CONNECTIONS = 100;
  let accepted = 0;
  const server = createServer((socket) => {
    accepted++;
    onConnection();
    socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  for (let n = 0; n < CONNECTIONS; n++) connect(port, '127.0.0.1').on('error', () => {});
  let works = 0;
  while (accepted < CONNECTIONS) {
    busy(12);
    works++;
    await nextTurn();
  }
  server.close();
  expect(works).toBeLessThan(most);
});
