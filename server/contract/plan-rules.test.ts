import { expect, test } from 'vitest';
import { isDisabledPlan } from './plan-rules.ts';

test('a plan is disabled since an instant', () => {
  expect(isDisabledPlan({ disabledAt: null })).toBe(false);
  expect(isDisabledPlan({ disabledAt: '2026-02-01T00:00:00.000Z' })).toBe(true);
  expect(isDisabledPlan({ disabledAt: new Date(0) })).toBe(true);
});
