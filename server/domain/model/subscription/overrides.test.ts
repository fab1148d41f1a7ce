import { expect, test } from 'vitest';
import { asMinor } from '../../../contract/money.ts';
import { changedFloorField, ownFloorField, statedOverrides, withOverrides } from './overrides.ts';

const speedOverride = { downloadSpeedMbps: 50, uploadSpeedMbps: 10 };
const inForce = withOverrides(null, { priceOverride: asMinor(2_500), durationOverride: 7 });

test('a request states overrides, null for one to remove; the price is converted to minor units', () => {
  expect(statedOverrides({}, 'KES')).toEqual({});
  expect(statedOverrides({ priceOverride: null, durationOverride: 7 }, 'KES')).toEqual({
    priceOverride: null,
    durationOverride: 7,
  });
  expect(statedOverrides({ priceOverride: 24.99, speedOverride }, 'KES')).toEqual({
    priceOverride: 2_499,
    speedOverride,
  });
  expect(() => statedOverrides({ priceOverride: 24.999 }, 'KES')).toThrow('VALIDATION_FAILED');
});

test('changes replace the overrides in force, and null removes one', () => {
  expect(withOverrides(inForce, null)).toEqual(inForce);
  expect(withOverrides(inForce, { priceOverride: null, speedOverride })).toMatchObject({
    priceOverride: null,
    speedOverride,
    durationOverride: 7,
  });
  expect(withOverrides(null, { durationOverride: 14 })).toMatchObject({
    priceOverride: null,
    speedOverride: null,
    durationOverride: 14,
  });
});

test('Schedule D judges a changed price or speed, a removal included, and no other override', () => {
  expect(changedFloorField({ durationOverride: 7 })).toBeUndefined();
  expect(changedFloorField(null)).toBeUndefined();
  expect(changedFloorField({ speedOverride: null, durationOverride: 7 })).toBe('speedOverride');
  expect(changedFloorField({ speedOverride, priceOverride: asMinor(0) })).toBe('priceOverride');
});

test('Schedule D judges a price or speed of its own', () => {
  expect(ownFloorField({ priceOverride: null, speedOverride: null, durationOverride: 7 })).toBeUndefined();
  expect(ownFloorField({ priceOverride: null, speedOverride })).toBe('speedOverride');
  expect(ownFloorField(inForce)).toBe('priceOverride');
});
