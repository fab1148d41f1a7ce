import { expect, test } from 'vitest';
import { apiRequestOf, isRestWrite } from './api-request.ts';

test('the ids of the path leave the body', () => {
  expect(
    apiRequestOf('charge.cancel', { subscriberId: 'sub_1', chargeId: 'chg_1', reason: 'Twice' }),
  ).toEqual({
    method: 'POST',
    path: '/v1/subscribers/sub_1/charges/chg_1/cancel',
    query: {},
    body: { reason: 'Twice' },
  });
});

test('an id that is still missing stays a placeholder', () => {
  const { path } = apiRequestOf('charge.create', { subscriberId: '', amount: 5 });
  expect(path).toBe('/v1/subscribers/{subscriberId}/charges');
});

test('a parameter of the query leaves the body, and without other fields there is no body', () => {
  expect(apiRequestOf('plan.delete', { id: 'pln_1', confirm: 'Home 50' })).toEqual({
    method: 'DELETE',
    path: '/v1/plans/pln_1',
    query: { confirm: 'Home 50' },
    body: undefined,
  });
});

test('optional fields without a value make no body of a POST; a PATCH always has one', () => {
  expect(apiRequestOf('plan.duplicate', { id: 'pln_1', planName: undefined }).body).toBeUndefined();
  expect(apiRequestOf('subscription.update', { id: 'sbn_1' }).body).toEqual({});
  expect(apiRequestOf('subscription.update', { id: 'sbn_1', cancelAt: null }).body).toEqual({
    cancelAt: null,
  });
});

test('a change of the portal only has no request', () => {
  expect(isRestWrite('plan.disable')).toBe(true);
  expect(isRestWrite('subscriber.erase')).toBe(false);
});
