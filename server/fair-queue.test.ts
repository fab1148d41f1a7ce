import { expect, test } from 'vitest';
import { FairQueue } from './fair-queue.ts';

function queueOf(...items: [owner: string, item: string][]) {
  const queue = new FairQueue<string>();
  for (const [owner, item] of items) queue.add(owner, item);
  return queue;
}

/** What is taken while there is room for `room` items. */
function taken(queue: FairQueue<string>, room: number, mayStart = (_owner: string) => true) {
  const started: string[] = [];
  queue.take(
    () => started.length < room,
    mayStart,
    (_, item) => started.push(item),
  );
  return started;
}

test('the queues take turns, and each is first in, first out', () => {
  const queue = queueOf(['a', 'a1'], ['a', 'a2'], ['a', 'a3'], ['b', 'b1'], ['c', 'c1'], ['b', 'b2']);
  expect(taken(queue, 9)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
});

test('the next turn is that of the owner who comes after the last one', () => {
  const queue = queueOf(['a', 'a1'], ['a', 'a2'], ['b', 'b1']);
  expect(taken(queue, 1)).toEqual(['a1']);
  expect(taken(queue, 1)).toEqual(['b1']);
  expect(queue.waitingOf('a')).toBe(1);
  expect(queue.waitingOf('b')).toBe(0);
});

test('an owner who comes now and then has the turn before those who wait all the time', () => {
  const queue = queueOf(['a', 'a1'], ['b', 'b1'], ['a', 'a2'], ['b', 'b2'], ['a', 'a3'], ['b', 'b3']);
  expect(taken(queue, 2)).toEqual(['a1', 'b1']);
  queue.add('late', 'late1');
  expect(taken(queue, 3)).toEqual(['late1', 'a2', 'b2']);
  queue.add('late', 'late2');
  expect(taken(queue, 9)).toEqual(['late2', 'a3', 'b3']);
});

test('an owner with one item after the other does not count as new', () => {
  const queue = queueOf(['often', '1']);
  expect(taken(queue, 1)).toEqual(['1']);
  queue.add('often', '2');
  queue.add('new', 'new1');
  expect(taken(queue, 1)).toEqual(['new1']);
});

test('owners who come once each do not keep one waiting who comes again', () => {
  const queue = queueOf(['again', '1']);
  expect(taken(queue, 1)).toEqual(['1']);
  queue.add('again', '2');
  for (let n = 0; n < 1_000; n++) queue.add(`once ${n}`, 'x');
  for (let n = 0; n < 1_000; n++) {
    const [item] = taken(queue, 1);
    queue.add(`later ${n}`, 'x');
    if (item !== '2') continue;
    expect(n).toBeLessThanOrEqual(101);
    return;
  }
  expect.fail('it had no turn');
});

test('an owner who comes waits for one turn of each other at most, however many there are', () => {
  const OWNERS = 256;
  const queue = new FairQueue<string>();
  for (let n = 0; n < 16 * OWNERS; n++) queue.add(`owner ${n % OWNERS}`, 'x');
  taken(queue, OWNERS + 50);
  queue.add('late', 'late');
  expect(taken(queue, OWNERS + 1)).toContain('late');
});

test('an owner that may not start keeps its place', () => {
  const queue = queueOf(['a', 'a1'], ['b', 'b1'], ['b', 'b2']);
  expect(taken(queue, 9, (owner) => owner !== 'a')).toEqual(['b1', 'b2']);
  expect(taken(queue, 9)).toEqual(['a1']);
});

test('items are removed whatever their turn', () => {
  const queue = queueOf(['a', 'old'], ['a', 'a2'], ['b', 'old']);
  expect(queue.remove((item) => item === 'old')).toEqual(['old', 'old']);
  expect(queue.waitingOf('b')).toBe(0);
  expect(taken(queue, 9)).toEqual(['a2']);
});
