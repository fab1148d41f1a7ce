import { expect, test } from 'vitest';
import { exampleEvent } from '@/server/contract/event-examples.ts';
import { changedFieldsOf, diffOf } from './diff.ts';

test('a transition has its earlier values', () => {
  expect(diffOf(exampleEvent('payment.received').data)).toEqual([
    { field: 'status', before: 'PROCESSING', after: 'COMPLETED' },
  ]);
});

test('the fields that are named are those that changed', () => {
  const { data } = exampleEvent('subscriber.updated');
  expect(changedFieldsOf(data)).toEqual(['city']);
  expect(diffOf(data)).toEqual([{ field: 'city', before: 'Nairobi', after: 'Mombasa' }]);
});

test('where nothing is said of before, nothing is made up', () => {
  const [only] = diffOf(exampleEvent('subscription.override_queued').data);
  expect(only).toMatchObject({ field: 'priceOverride' });
  expect(only).not.toHaveProperty('before');
  expect(diffOf(exampleEvent('plan.created').data)).toEqual([]);
});

test('an earlier value of null is shown', () => {
  const [only] = diffOf(exampleEvent('subscription.plan_change_queued').data);
  expect(only).toMatchObject({ field: 'nextPlanId', before: null });
});
