import { expect, test, vi } from 'vitest';
import { lowestId, newId } from './ids.ts';

const at = new Date('2026-03-01T08:00:00.000Z');

test('an id is its prefix and 26 characters of lower-case Crockford base32', () => {
  expect(newId('plan', at)).toMatch(/^pln_[0-7][0-9a-hjkmnp-tv-z]{25}$/);
  expect(newId('event', at)).toMatch(/^evt_[0-9a-f]{32}$/);
});

test('ids sort by time, and by order of creation within a millisecond', () => {
  const made = Array.from({ length: 500 }, () => newId('subscriber', at));
  made.push(newId('subscriber', new Date(at.getTime() + 1)));
  expect([...made].sort()).toEqual(made);
  expect(new Set(made).size).toBe(made.length);
});

test('ids of two processes at the same instant of a test clock sort by order of creation', async () => {
  const made = Array.from({ length: 50 }, () => newId('event', at));
  // The ids of this file have used the ordinals of up to five milliseconds to come.
  await new Promise((resolve) => setTimeout(resolve, 10));
  vi.resetModules();
  const { newId: newIdElsewhere } = await import('./ids.ts');
  made.push(newIdElsewhere('event', at));
  expect([...made].sort()).toEqual(made);
});

test('an id that follows a row of a process whose clock is ahead is greater than the ids of that process', async () => {
  vi.resetModules();
  const { newId: newIdAhead } = await import('./ids.ts');
  const now = new Date(Math.max(Date.now(), at.getTime()) + 1_000);
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const ahead = Array.from({ length: 50 }, () => newIdAhead('event', now, true));
  vi.setSystemTime(now.getTime() - 200);
  vi.resetModules();
  const { newId: newIdBehind } = await import('./ids.ts');
  const behind = [newIdBehind('event', now, true), newIdBehind('event', now, true)];
  vi.useRealTimers();
  expect([...ahead, ...behind].sort()).toEqual([...ahead, ...behind]);
});

test.each(['plan', 'event'] as const)(
  'the lowest id of an instant divides the ids of a %s by time',
  (resource) => {
    const before = newId(resource, new Date(at.getTime() - 1));
    const lowest = lowestId(resource, at);
    expect(before < lowest).toBe(true);
    expect(newId(resource, at) > lowest).toBe(true);
  },
);
