import { expect, test } from 'vitest';
import { isPendingCharge } from './charge-rules.ts';
import { chargeStatuses } from './enums.ts';

test('only a pending charge can be paid, waived or cancelled', () => {
  expect(chargeStatuses.filter((status) => isPendingCharge({ status }))).toEqual(['PENDING']);
});
