import { expect, test } from 'vitest';
import { busy, countTurns } from '../../test/fixtures/turns.ts';
import { isTurnUsed } from '../turn.ts';
import { admitted } from './admitted.ts';

test('what arrives together is admitted in parts of a turn, one of each owner after the other', async () => {
  const counted = countTurns();
  const taken: [string, number][] = [];
  const arrive = async (owner: string) => {
    await admitted(() => owner);
    taken.push([owner, counted.turn]);
    busy(3);
  };
  // The others come once the first has used the turn.
  isTurnUsed();
  busy(12);
  await Promise.all([...Array.from({ length: 60 }, () => arrive('a')), arrive('b')]);
  counted.stop();
  const turns = taken.map(([, turn]) => turn);
  const inTurn = [...new Set(turns)].map((turn) => turns.filter((each) => each === turn).length);
  expect(Math.max(...inTurn)).toBeLessThanOrEqual(8);
  expect(taken.findIndex(([owner]) => owner === 'b')).toBeLessThan(8);
});
