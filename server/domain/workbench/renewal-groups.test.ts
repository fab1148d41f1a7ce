import { expect, test } from 'vitest';
import type { EventEnvelope } from '../../contract/events.ts';
import { stepOfEvent } from './renewal-groups.ts';

const event = (type: string, current: object, changedFields: string[] | null = null) =>
  ({ type, data: { current, changedFields } }) as unknown as EventEnvelope;

test.each([
  ['billing.cycle_started', { id: 'cyc_1' }, null, { billingCycleId: 'cyc_1' }],
  [
    'billing.cycle_ending',
    { subscriptionId: 'sbn_1', expiresAt: 'then' },
    null,
    { subscriptionId: 'sbn_1', startsAt: 'then' },
  ],
  [
    'subscription.updated',
    { id: 'sbn_1', expiresAt: 'then' },
    ['expiresAt'],
    { subscriptionId: 'sbn_1', endsAt: 'then' },
  ],
  ['payment.received', { invoiceId: 'inv_1' }, null, { invoiceId: 'inv_1' }],
])('%s is a routine step of a renewal', (type, current, changedFields, step) => {
  expect(stepOfEvent(event(type, current, changedFields))).toEqual(step);
});

test.each([
  ['a change of more than the end', 'subscription.updated', { id: 'sbn_1' }, ['expiresAt', 'planId']],
  ['a payment without an invoice', 'payment.received', { invoiceId: null }, null],
  ['an overdue cycle', 'billing.cycle_overdue', { id: 'cyc_1' }, null],
])('%s stays a line of its own', (_, type, current, changedFields) => {
  expect(stepOfEvent(event(type, current, changedFields))).toBeUndefined();
});
