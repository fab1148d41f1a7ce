import { describe, expect, test } from 'vitest';
import { subscriberCreate } from '../../server/contract/subscriber.ts';
import { useApi } from './api.ts';
import { externalSystem, native } from './external-system.ts';
import { bodies, dataOf } from './helpers.ts';

const api = useApi();

describe('customer of an external system', () => {
  test('customer.updated changes the given fields', async () => {
    const { sendAndProcess, partner, subscriber } = await externalSystem(api);
    const update = native('customer.updated', {
      serviceId: undefined,
      customer: { externalId: '77', lastName: 'King' },
    });
    expect(await sendAndProcess(update)).toEqual(['PROCESSED', null]);
    const after = dataOf(await partner.get(`/v1/subscribers/${subscriber.id}`));
    expect(after).toMatchObject({
      firstName: 'Ada',
      lastName: 'King',
      email: subscriber.email,
      externalUserId: '77',
    });
    expect(await sendAndProcess({ ...update, event: 'customer.updated ' })).toEqual(['IGNORED', 'UNCHANGED']);
  });

  test('customer.updated keeps every field that it does not give', async () => {
    const { sendAndProcess, partner, subscriber } = await externalSystem(api);
    const written = {
      ...bodies.subscriber({ externalUserId: '77', companyName: 'Engines Ltd', taxId: 'P051234567X' }),
      ...{ street: 'Moi Avenue 1', city: 'Mombasa', region: 'Coast', postalCode: '80100', country: 'KE' },
      ...{ language: 'sw', contactPreferences: { email: true, sms: false }, metadata: { crm: '1042' } },
    };
    expect(Object.keys(written).sort()).toEqual(Object.keys(subscriberCreate.shape).sort());
    const before = dataOf(await partner.put(`/v1/subscribers/${subscriber.id}`, written));
    const customer = { externalId: '77', lastName: 'King' };
    expect(await sendAndProcess(native('customer.updated', { serviceId: undefined, customer }))).toEqual([
      'PROCESSED',
      null,
    ]);
    const after = dataOf(await partner.get(`/v1/subscribers/${subscriber.id}`));
    expect(after).toEqual({ ...before, lastName: 'King', updatedAt: after.updatedAt });
  });

  test('control characters are stripped from a new name and kept in a stored one', async () => {
    const { sendAndProcess, partner, subscriber } = await externalSystem(api);
    await api.sql`update subscriber set first_name = 'A\u0007da' where id = ${subscriber.id}`;
    const customer = { externalId: '77', lastName: 'King\u0007\n' };
    expect(await sendAndProcess(native('customer.updated', { serviceId: undefined, customer }))).toEqual([
      'PROCESSED',
      null,
    ]);
    const after = dataOf(await partner.get(`/v1/subscribers/${subscriber.id}`));
    expect(after).toMatchObject({ firstName: 'A\u0007da', lastName: 'King', email: subscriber.email });
  });

  test('FAILED when the email of a customer belongs to another subscriber', async () => {
    const { sendAndProcess, partner } = await externalSystem(api);
    const other = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    const customer = { externalId: '77', email: other.email };
    expect(await sendAndProcess(native('customer.updated', { serviceId: undefined, customer }))).toEqual([
      'FAILED',
      'Email already in use for this provider',
    ]);
  });
});
