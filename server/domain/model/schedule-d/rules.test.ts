import { expect, test } from 'vitest';
import { asMinor } from '../../../contract/money.ts';
import { breachOf, type Floor } from './rules.ts';

const floor = (over: Partial<Floor> = {}): Floor => ({
  planType: 'RESIDENTIAL',
  currency: 'USD',
  minSpeedMbps: 0,
  maxSpeedMbps: 10,
  floorAmount: asMinor(500),
  ...over,
});
const floors = [floor(), floor({ minSpeedMbps: 10, maxSpeedMbps: 1_000, floorAmount: asMinor(900) })];
const terms = { planType: 'RESIDENTIAL', priceCurrency: 'USD', downloadSpeedMbps: 10 };
const breach = (over: Partial<typeof terms>, price = 10_000) =>
  breachOf(floors, { ...terms, ...over }, () => asMinor(price));

test('terms at the floor are valid, one minor unit below is not', () => {
  expect(breach({}, 500)).toBeNull();
  expect(breach({}, 499)).toBe('PLAN_PRICE_BELOW_FLOOR');
});

test('a tier includes its upper limit and excludes its lower one', () => {
  expect(breach({ downloadSpeedMbps: 10.1 }, 500)).toBe('PLAN_PRICE_BELOW_FLOOR');
  expect(breach({ downloadSpeedMbps: 10.1 }, 900)).toBeNull();
  expect(breach({ downloadSpeedMbps: 1_000 }, 900)).toBeNull();
});

test('the first violated rule is reported: type, currency, speed, floor', () => {
  expect(breach({ planType: 'BUSINESS', priceCurrency: 'JPY', downloadSpeedMbps: 2_000 }, 0)).toBe(
    'PLAN_TYPE_NOT_SUPPORTED_VIA_API',
  );
  expect(breach({ priceCurrency: 'JPY', downloadSpeedMbps: 2_000 }, 0)).toBe('PLAN_CURRENCY_NOT_SUPPORTED');
  expect(breach({ downloadSpeedMbps: 1_000.1 }, 0)).toBe('PLAN_SPEED_EXCEEDS_1GBPS');
  expect(breach({}, 0)).toBe('PLAN_PRICE_BELOW_FLOOR');
});

test('the price is checked after the currency', () => {
  const price = () => {
    throw new Error('not asked for');
  };
  expect(breachOf(floors, { ...terms, priceCurrency: 'ZZZ' }, price)).toBe('PLAN_CURRENCY_NOT_SUPPORTED');
});

test('rows of another type or currency and gaps of the table set no floor', () => {
  const others = [floor({ planType: 'BUSINESS' }), floor({ currency: 'EUR' })];
  expect(breachOf(others, terms, () => asMinor(0))).toBe('PLAN_CURRENCY_NOT_SUPPORTED');
  expect(breachOf([floor({ maxSpeedMbps: 5 })], terms, () => asMinor(0))).toBeNull();
});

test('of the rows that include a speed the newest applies', () => {
  const recut = [floor({ maxSpeedMbps: 20, floorAmount: asMinor(700) }), ...floors];
  expect(breachOf(recut, terms, () => asMinor(699))).toBe('PLAN_PRICE_BELOW_FLOOR');
  expect(breachOf(recut, { ...terms, downloadSpeedMbps: 20 }, () => asMinor(700))).toBeNull();
});
