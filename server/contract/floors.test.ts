import { expect, test } from 'vitest';
import { floorFor, inForce } from './floors.ts';

const tier = (minSpeedMbps: number, maxSpeedMbps: number, floorAmount: number, currency = 'USD') => ({
  planType: 'RESIDENTIAL',
  currency,
  minSpeedMbps,
  maxSpeedMbps,
  floorAmount,
});
const terms = (downloadSpeedMbps: number, priceCurrency = 'USD') => ({
  planType: 'RESIDENTIAL',
  priceCurrency,
  downloadSpeedMbps,
});

test('a tier includes its upper bound and excludes its lower one', () => {
  const tiers = [tier(0, 10, 5), tier(10, 25, 8)];
  expect(floorFor(tiers, terms(10))).toBe(5);
  expect(floorFor(tiers, terms(10.1))).toBe(8);
  expect(floorFor(tiers, terms(26))).toBeNull();
  expect(floorFor(tiers, terms(10, 'EUR'))).toBeNull();
});

test('future rows are ignored, and the newest row in force decides', () => {
  const row = (effectiveFrom: string, createdAt: string, floorAmount: number) => ({
    ...tier(0, 10, floorAmount),
    effectiveFrom,
    createdAt,
  });
  const rows = [
    row('2020-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 5),
    row('2026-06-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', 6),
    row('2026-06-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', 7),
    row('2027-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', 9),
  ];
  expect(floorFor(inForce(rows, '2026-05-31T23:59:59.999Z'), terms(10))).toBe(5);
  expect(floorFor(inForce(rows, '2026-06-01T00:00:00.000Z'), terms(10))).toBe(7);
});
