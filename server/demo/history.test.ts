import { expect, test } from 'vitest';
import { subscriberCreate } from '../contract/subscriber.ts';
import { besides } from './besides.ts';
import { demoHistory, type History } from './history.ts';
import { createPeople } from './people.ts';
import { estates } from './places.ts';
import { seededRandom } from './random.ts';
import { type Tariff, tariffs } from './tariffs.ts';

const DAY = 86_400_000;

const now = new Date('2026-03-01T08:00:00.000Z');

function instantsOf(history: History): number[] {
  const { opening, turns, diaries } = history;
  return [opening, turns, ...diaries.map(({ steps }) => steps)].flat().map(({ at }) => at.getTime());
}

test('the same history each time, moved along with the day it is made on', () => {
  const later = new Date(now.getTime() + 100 * DAY);
  const distances = (day: Date) => instantsOf(demoHistory(day)).map((at) => day.getTime() - at);
  expect(distances(now)).toEqual(distances(later));
});

test('nothing is before the year began, and what one customer does is in order and over by now', () => {
  const history = demoHistory(now);
  expect(Math.min(...instantsOf(history))).toBe(now.getTime() - 365 * DAY);
  expect(Math.max(...instantsOf(history))).toBeLessThanOrEqual(now.getTime());
  for (const { steps } of history.diaries) {
    const instants = steps.map(({ at }) => at.getTime());
    expect(instants).toEqual([...instants].sort((a, b) => a - b));
  }
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

test('whatever is drawn, there is something to draw from', () => {
  for (let seed = 0; seed < 100; seed++) {
    expect(() => demoHistory(now, seed), `seed ${seed}`).not.toThrow();
  }
});

test('nothing happens to somebody before they are served, however new they are', () => {
  const diary = { id: '', steps: [], seed: 1, latePercent: 0, paysNot: null };
  const subscription = { id: '', tariff: { ...(tariffs[0] as Tariff), id: '', until: null } };
  const since = new Date(now.getTime() - DAY / 4);
  for (let seed = 0; seed < 500; seed++) {
    for (const { at } of besides({ diary, subscription, random: seededRandom(seed), since, now })) {
      expect(at.getTime(), `seed ${seed}`).toBeGreaterThanOrEqual(since.getTime());
      expect(at.getTime(), `seed ${seed}`).toBeLessThan(now.getTime());
    }
  }
});
