import { expect, test } from 'vitest';
import { subscriberCreate } from '../contract/subscriber.ts';
import { demoHistory } from './history.ts';
import { createPeople } from './people.ts';
import { estates } from './places.ts';
import { seededRandom } from './random.ts';

const DAY = 86_400_000;

test('the same history each time, moved along with the day it is made on', () => {
  const first = new Date('2026-03-01T08:00:00.000Z');
  const later = new Date(first.getTime() + 100 * DAY);
  const distances = (now: Date) => demoHistory(now).map(({ at }) => now.getTime() - at.getTime());
  expect(distances(first)).toEqual(distances(later));
});

test('steps come in order, none before its time and none after now', () => {
  const now = new Date('2026-03-01T08:00:00.000Z');
  const instants = demoHistory(now).map(({ at }) => at.getTime());
  expect(instants).toEqual([...instants].sort((a, b) => a - b));
  expect(instants[0]).toBe(now.getTime() - 25 * DAY);
  expect(instants.at(-1)).toBe(now.getTime());
});

test('people are the same each time, and no two share an e-mail address or a phone number', () => {
  const draw = () => {
    const random = seededRandom(7);
    const personAt = createPeople(random);
    return Array.from({ length: 2_000 }, () => subscriberCreate.parse(personAt(random.pick(estates))));
  };
  const people = draw();
  expect(draw()).toEqual(people);
  for (const field of ['email', 'phone'] as const) {
    expect(new Set(people.map((person) => person[field])).size).toBe(people.length);
  }
});
