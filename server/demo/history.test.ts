import { expect, test } from 'vitest';
import { subscriberCreate } from '../contract/subscriber.ts';
import { type DemoPlan, demoPlans } from './demo-plans.ts';
import { demoHistory, type History } from './history.ts';
import { createPeople } from './people.ts';
import { neighbourhoods } from './places.ts';
import { seededRandom } from './random.ts';
import { sideEvents } from './side-events.ts';

const DAY = 86_400_000;

const now = new Date('2026-03-01T08:00:00.000Z');

function instantsOf(history: History): number[] {
  const { opening, milestones, timelines } = history;
  return [opening, milestones, ...timelines.map(({ steps }) => steps)].flat().map(({ at }) => at.getTime());
}

test('the history is the same each time, relative to the day it is created', () => {
  const later = new Date(now.getTime() + 100 * DAY);
  const distances = (day: Date) => instantsOf(demoHistory(day)).map((at) => day.getTime() - at);
  expect(distances(now)).toEqual(distances(later));
});

test('all steps lie between the start of the year and now, and those of one customer are in order', () => {
  const history = demoHistory(now);
  expect(Math.min(...instantsOf(history))).toBe(now.getTime() - 365 * DAY);
  expect(Math.max(...instantsOf(history))).toBeLessThanOrEqual(now.getTime());
  for (const { steps } of history.timelines) {
    const instants = steps.map(({ at }) => at.getTime());
    expect(instants).toEqual([...instants].sort((a, b) => a - b));
  }
});

test('people are the same each time, with unique email addresses and phone numbers', () => {
  const draw = () => {
    const random = seededRandom(7);
    const personAt = createPeople(random);
    return Array.from({ length: 2_000 }, () => subscriberCreate.parse(personAt(random.pick(neighbourhoods))));
  };
  const people = draw();
  expect(draw()).toEqual(people);
  for (const field of ['email', 'phone'] as const) {
    expect(new Set(people.map((person) => person[field])).size).toBe(people.length);
  }
});

test('each of 100 seeds gives a history without an error', () => {
  for (let seed = 0; seed < 100; seed++) {
    expect(() => demoHistory(now, seed), `seed ${seed}`).not.toThrow();
  }
});

test('no side event precedes the start of service', () => {
  const timeline = { id: '', steps: [], seed: 1, latePercent: 0, unpaidPeriod: null };
  const subscription = { id: '', demoPlan: { ...(demoPlans[0] as DemoPlan), id: '', until: null } };
  const since = new Date(now.getTime() - DAY / 4);
  for (let seed = 0; seed < 500; seed++) {
    for (const { at } of sideEvents({ timeline, subscription, random: seededRandom(seed), since, now })) {
      expect(at.getTime(), `seed ${seed}`).toBeGreaterThanOrEqual(since.getTime());
      expect(at.getTime(), `seed ${seed}`).toBeLessThan(now.getTime());
    }
  }
});
