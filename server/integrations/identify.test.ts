import { expect, test } from 'vitest';
import { adapters } from './registry.ts';

const native = (data: object) => adapters.native.identify({ event: 'service.updated', data: { ...data } });
const splynx = (event: string, data: object) => adapters.splynx.identify({ event, data: { ...data } });

test('native: ids of service, event and customer', () => {
  expect(native({ serviceId: 'svc-1', externalEventId: 'e-9', customer: { externalId: 'c-1' } })).toEqual({
    event: 'service.updated',
    externalEventId: 'e-9',
    externalServiceId: 'svc-1',
    hasTime: false,
    orderKey: 'service:svc-1',
  });
  expect(native({ customer: { externalId: 'c-1' } })).toMatchObject({
    externalServiceId: null,
    orderKey: 'customer:c-1',
  });
});

test('splynx: the id of the service or the customer from attributes', () => {
  const attributes = { id: '77', customer_id: '5' };
  expect(splynx('internet_service/edit', { attributes, customer_id: '5' })).toEqual({
    event: 'internet_service/edit',
    externalEventId: null,
    externalServiceId: '77',
    hasTime: false,
    orderKey: 'service:77',
  });
  expect(splynx('customer/edit', { attributes: { id: '5' } })).toMatchObject({
    externalServiceId: null,
    orderKey: 'customer:5',
  });
  // Some hooks have the customer beside the attributes only.
  expect(splynx('ticket/create', { attributes: { id: '77' }, customer_id: '5' })).toMatchObject({
    externalServiceId: null,
    orderKey: 'customer:5',
  });
  // The id of an invoice is not the id of a service.
  expect(splynx('invoice/create', { attributes: { id: '77', customer_id: '5' } })).toMatchObject({
    externalServiceId: null,
    orderKey: 'customer:5',
  });
});

test('a body has its time by its date and time; neither alone is enough', () => {
  const hasTime = (data: object) => splynx('customer/edit', data).hasTime;
  expect(hasTime({ date: '2026-01-15', time: '13:12:56' })).toBe(true);
  for (const data of [{ date: '2026-01-15' }, { time: '13:12:56' }, { date: '2026-01-15', time: '' }]) {
    expect(hasTime(data)).toBe(false);
  }
  expect(native({ occurredAt: '2026-01-15T13:12:56Z' }).hasTime).toBe(true);
});

test('a whole number is an id; any other value is null', () => {
  expect(native({ serviceId: 12 }).externalServiceId).toBe('12');
  for (const serviceId of [null, '', ' ', {}, [], true, 1.5, 2 ** 60, 'x'.repeat(256)]) {
    expect(native({ serviceId })).toMatchObject({ externalServiceId: null, orderKey: '' });
  }
  for (const attributes of [null, 'text', [1], undefined]) {
    expect(splynx('internet_service/create', { attributes })).toMatchObject({ externalServiceId: null });
  }
  expect(native({ customer: 'Ada' }).orderKey).toBe('');
});
