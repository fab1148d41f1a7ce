import { expect, test } from 'vitest';
import { paymentStatuses } from './enums.ts';
import { isOpenPayment, isRefundable, isSimulatable } from './payment-rules.ts';

test('an outcome can be simulated for an open or expired payment on the simulated rail', () => {
  const ofRail = (rail: string) => paymentStatuses.filter((status) => isSimulatable({ status, rail }));
  expect(ofRail('simulated')).toEqual(['PENDING', 'PROCESSING', 'EXPIRED']);
  expect(ofRail('manual')).toEqual([]);
  expect(paymentStatuses.filter((status) => isOpenPayment({ status }))).toEqual(['PENDING', 'PROCESSING']);
});

test('a completed payment can be refunded, and an expired or failed one whose money arrived late', () => {
  const refundable = (refundDue: boolean) =>
    paymentStatuses.filter((status) => isRefundable({ status, refundDue, creditedAmount: 0 }));
  expect(refundable(false)).toEqual(['COMPLETED']);
  expect(refundable(true)).toEqual(['COMPLETED', 'FAILED', 'EXPIRED']);
  expect(isRefundable({ status: 'EXPIRED', refundDue: false, creditedAmount: 5 })).toBe(true);
});
