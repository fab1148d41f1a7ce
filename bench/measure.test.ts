import { describe, expect, it } from 'vitest';
import { alternate, type Measured, median, part, percentile, ratios } from './measure.ts';

describe('median', () => {
  it('is the middle of an odd number of values', () => expect(median([9, 1, 5])).toBe(5));
  it('is between the two middle ones of an even number', () => expect(median([4, 1, 100, 2])).toBe(3));
  it('of nothing is not a number', () => expect(median([])).toBeNaN());
});

describe('percentile', () => {
  const hundred = Array.from({ length: 101 }, (_, i) => 100 - i);
  it('sorts by number, not by text', () => expect(percentile([100, 9, 20], 0.5)).toBe(20));
  it('gives p95 of 0 to 100', () => expect(percentile(hundred, 0.95)).toBe(95));
  it('gives the largest value at 1', () => expect(percentile(hundred, 1)).toBe(100));
});

describe('alternate', () => {
  it('takes turns, and the first of one round is the last of the next', async () => {
    const turns: string[] = [];
    const contender = (name: string, kind: Measured['kind']) => ({
      ...{ name, kind },
      run: async () => ({ perSecond: turns.push(name) }),
    });
    const measured = await alternate([contender('a', 'ours'), contender('b', 'baseline')], 3);
    expect(turns.join('')).toBe('abbaab');
    expect(measured).toEqual([
      { name: 'a', kind: 'ours', rounds: [{ perSecond: 1 }, { perSecond: 4 }, { perSecond: 5 }] },
      { name: 'b', kind: 'baseline', rounds: [{ perSecond: 2 }, { perSecond: 3 }, { perSecond: 6 }] },
    ]);
  });
});

describe('ratios', () => {
  const of = (...values: (number | undefined)[]): Measured => ({
    ...{ name: 'x', kind: 'ours' },
    rounds: values.map((ms) => ({ ms })),
  });
  it('compares round with round', () => expect(ratios(of(10, 30), of(20, 10), 'ms')).toEqual([0.5, 3]));
  it('leaves out rounds that one of the two lacks', () => {
    expect(ratios(of(10, undefined, 8), of(20, 10), 'ms')).toEqual([0.5]);
  });
});

it('part picks one figure of works that were measured together', () => {
  const measured = [{ name: 'a', kind: 'ours' as const, rounds: [{ first: 7, later: 2 }] }];
  expect(part(measured, ({ later }) => ({ ms: later }))).toEqual([
    { name: 'a', kind: 'ours', rounds: [{ ms: 2 }] },
  ]);
});
