import { describe, expect, test } from 'vitest';
import type { Payload } from './adapter.ts';
import { native } from './native.ts';
import { splynx } from './splynx.ts';

const context = { providerId: 'prv_us' };

describe('native', () => {
  const translate = (event: string, data: Payload['data']) => native.translate({ event, data }, context);
  const put = {
    do: 'service.put',
    serviceId: '7',
    isNew: false,
    isOurs: false,
    customer: { externalId: null },
    login: null,
    tariffId: null,
    ipv4: null,
  };

  test.each<[string, string, Payload['data'], object]>([
    ['an edit has null for absent fields', 'service.updated', { serviceId: 7 }, put],
    ['a tariff as a number', 'service.updated', { serviceId: '7', tariffId: 12 }, { ...put, tariffId: '12' }],
    ['a create', 'service.created', { serviceId: '7', status: 'active' }, { ...put, isNew: true }],
    [
      'a cleared assignment',
      'service.updated',
      { serviceId: '7', ipv4: null },
      { ...put, ipv4: { mode: 'none' } },
    ],
    [
      'a pool by name',
      'service.updated',
      { serviceId: '7', ipv4: { mode: 'pool', poolName: 'home' } },
      { ...put, ipv4: { mode: 'pool', poolId: 'home', isName: true } },
    ],
    ['a deletion', 'service.deleted', { serviceId: '7' }, { do: 'service.end', serviceId: '7' }],
    [
      'an ended status',
      'service.updated',
      { serviceId: '7', status: 'Stopped' },
      { do: 'service.end', serviceId: '7' },
    ],
    [
      'an own write',
      'service.updated',
      { serviceId: '7', origin: 'prv_us' },
      { do: 'nothing', reason: 'ECHO' },
    ],
    ['another origin', 'service.updated', { serviceId: '7', origin: 'prv_x' }, put],
    ['no id', 'service.updated', { serviceId: {} }, { do: 'nothing', reason: 'INVALID_PAYLOAD' }],
    ['an unknown event', 'invoice.paid', {}, { do: 'nothing', reason: 'EVENT_UNKNOWN' }],
    ['no customer', 'customer.updated', { customer: [] }, { do: 'nothing', reason: 'INVALID_PAYLOAD' }],
  ])('the command of %s', (_, event, data, command) => {
    expect(translate(event, data)).toEqual([command]);
  });

  test('control characters in names become spaces', () => {
    const customer = {
      externalId: '77',
      firstName: 'Ada\u0007\r\nAugusta',
      lastName: '\u0000Lovelace\u2028',
    };
    expect(translate('customer.updated', { customer })).toEqual([
      { do: 'customer.put', customer: { externalId: '77', firstName: 'Ada Augusta', lastName: 'Lovelace' } },
    ]);
  });
});

describe('splynx', () => {
  const hook = (event: string, attributes: object, more: object = {}) =>
    splynx.translate({ event, data: { customer_id: '77', attributes, ...more } }, context);
  const put = {
    do: 'service.put',
    serviceId: '1001',
    isNew: false,
    isOurs: false,
    customer: { externalId: '77' },
    login: null,
    tariffId: null,
    ipv4: null,
  };
  const ended = { do: 'service.end', serviceId: '1001' };
  const edit = 'internet_service/edit';

  test.each<[string, string, object, object]>([
    ['an edit', edit, { id: '1001', tariff_id: '2', login: 'ada' }, { ...put, tariffId: '2', login: 'ada' }],
    ['ids as numbers', edit, { id: 1001, tariff_id: 2 }, { ...put, tariffId: '2' }],
    ['tariff 0 as none', edit, { id: '1001', tariff_id: '0' }, put],
    ['no address', edit, { id: '1001', taking_ipv4: '0' }, { ...put, ipv4: { mode: 'none' } }],
    [
      'a static address',
      edit,
      { id: '1001', taking_ipv4: '1', ipv4: '203.0.113.5' },
      { ...put, ipv4: { mode: 'static', address: '203.0.113.5' } },
    ],
    [
      'a cleared static address',
      edit,
      { id: '1001', taking_ipv4: '1', ipv4: '' },
      { ...put, ipv4: { mode: 'none' } },
    ],
    [
      'a pool',
      edit,
      { id: '1001', taking_ipv4: '2', ipv4_pool_id: '5' },
      { ...put, ipv4: { mode: 'pool', poolId: '5', isName: false } },
    ],
    [
      'the default pool',
      edit,
      { id: '1001', taking_ipv4: '2', ipv4_pool_id: '0' },
      { ...put, ipv4: { mode: 'none' } },
    ],
    ['stopped', edit, { id: '1001', status: 'stopped' }, ended],
    ['deleted', edit, { id: '1001', status: 'active', deleted: '1' }, ended],
    ['deleted as a number', edit, { id: '1001', status: 'active', deleted: 1 }, ended],
    ['not deleted', edit, { id: '1001', status: 'active', deleted: '0' }, put],
    ['removed', 'internet_service/delete', { id: '1001' }, ended],
    ['no id', edit, {}, { do: 'nothing', reason: 'INVALID_PAYLOAD' }],
    ['an unknown event', 'ticket/create', { id: '1' }, { do: 'nothing', reason: 'EVENT_UNKNOWN' }],
  ])('the command of %s', (_, event, attributes, command) => {
    expect(hook(event, attributes)).toEqual([command]);
  });

  test('a create with Demarc’s origin is an own write; an edit is marked as one of Demarc’s services', () => {
    const origin = { attributes_additional: { origin_id: 'prv_us' } };
    expect(hook('internet_service/create', { id: '1001' }, origin)).toEqual([
      { do: 'service.echo', serviceId: '1001', subscriptionId: null },
    ]);
    expect(hook(edit, { id: '1001' }, origin)).toEqual([{ ...put, isOurs: true }]);
  });

  test.each([
    ['Ada King Lovelace', 'Ada King Lovelace'],
    [' Acme ', 'Acme'],
    ['  ', undefined],
  ])('the name "%s"', (written, name) => {
    const customer = {
      externalId: '77',
      name,
      email: 'a@example.com, b@example.com',
      phone: '+254712000188; +254712000189',
    };
    const attributes = {
      id: '77',
      name: written,
      email: ' a@example.com, b@example.com',
      phone: '+254712000188; +254712000189 ',
    };
    expect(hook('customer/edit', attributes)).toEqual([{ do: 'customer.put', customer }]);
    expect(hook('customer/update', attributes)).toEqual([{ do: 'customer.put', customer }]);
  });

  test.each<[string, object]>([
    ['errors', { errors: { email: ['taken'] } }],
    ...['error', 'fail', 'failed', ' Failure '].map(
      (result) => [`the result “${result}”`, { result }] as [string, object],
    ),
  ])('a change that Splynx refused, with %s, is none', (_, refused) => {
    expect(hook(edit, { id: '1001' }, refused)).toEqual([{ do: 'nothing', reason: 'NOT_SAVED' }]);
  });

  test.each([{ errors: [] }, { errors: '' }, { errors: null }, { result: 'success' }, { result: 1 }])(
    'a change that Splynx reports with %j is one',
    (saved) => expect(hook(edit, { id: '1001' }, saved)).toEqual([put]),
  );

  test('control characters in a name become spaces', () => {
    const name = 'Ada\u0007 Lovelace\u0000';
    expect(hook('customer/edit', { id: '77', name })).toMatchObject([{ customer: { name: 'Ada Lovelace' } }]);
  });
});
