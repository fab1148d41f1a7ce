import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { everyMinute } from './minute-timer.ts';

const fired: string[] = [];
let stop = () => {};

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-05-01T03:28:30Z') });
  fired.length = 0;
  stop = everyMinute((minutes) => fired.push(minutes.map((at) => at.toISOString().slice(11, 16)).join(' ')));
});

afterEach(() => {
  stop();
  vi.useRealTimers();
});

test('fires at each full minute', () => {
  vi.advanceTimersByTime(29_999);
  expect(fired).toEqual([]);
  vi.advanceTimersByTime(1);
  vi.advanceTimersByTime(60_000);
  expect(fired).toEqual(['03:29', '03:30']);
});

test('hands over every minute it was held up for, once', () => {
  vi.advanceTimersByTime(30_000);
  vi.setSystemTime(new Date('2026-05-01T03:32:10Z'));
  vi.advanceTimersByTime(60_000);
  vi.advanceTimersByTime(60_000);
  expect(fired).toEqual(['03:29', '03:30 03:31 03:32 03:33', '03:34']);
});

test('a clock that is set back fires nothing twice at once', () => {
  vi.setSystemTime(new Date('2026-05-01T03:20:00Z'));
  vi.advanceTimersByTime(30_000);
  expect(fired).toEqual([]);
  vi.advanceTimersByTime(30_000);
  expect(fired).toEqual(['03:21']);
});

test('once stopped it fires no more and holds no timer', () => {
  stop();
  vi.advanceTimersByTime(3_600_000);
  expect(fired).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
