import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantText } from './instant-text.ts';

test('the text of an instant is that of toISOString, whatever came before', () => {
  const any = fc.date({ noInvalidDate: true });
  const near = fc.date({ min: new Date('2026-01-01'), max: new Date('2026-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(fc.array(fc.oneof(any, near), { maxLength: 100 }), (instants) => {
      expect(instants.map(instantText)).toEqual(instants.map((at) => at.toISOString()));
    }),
  );
});

test('the first and the last instant of a day are in it', () => {
  for (const at of ['2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00.000Z', '1969-12-31T23:59:59.999Z']) {
    expect(instantText(new Date(at))).toBe(at);
  }
});

test('an invalid date has no text', () => {
  expect(() => instantText(new Date(Number.NaN))).toThrow(RangeError);
});
