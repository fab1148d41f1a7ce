import { expect, test } from 'vitest';
import { exampleEvent } from '@/server/contract/examples/events.ts';
import { changedFieldsOf, diffOf } from './diff.ts';

test('the diff of a transition has the values before and after', () => {
  expect(diffOf(exampleEvent('payment.received').data)).toEqual([
    { field: 'status', before: 'PROCESSING', after: 'COMPLETED' },
  ]);
});

test('the diff has the fields of changedFields only', () => {
  const { data } = exampleEvent('subscriber.updated');
  expect(changedFieldsOf(data)).toEqual(['city']);
  expect(diffOf(data)).toEqual([{ field: 'city', before: 'Nairobi', after: 'Mombasa' }]);
});

test('a field without a previous value has no value before', () => {
  const [only] = diffOf(exampleEvent('subscription.override_queued').data);
  expect(only).toMatchObject({ field: 'priceOverride' });
  expect(only).not.toHaveProperty('before');
  expect(diffOf(exampleEvent('plan.created').data)).toEqual([]);
});

test('a previous value of null is shown', () => {
  const [only] = diffOf(exampleEvent('subscription.plan_change_queued').data);
  expect(only).toMatchObject({ field: 'nextPlanId', before: null });
});
