import { describe, expect, test } from 'vitest';
import { useApi } from './api.ts';
import { native } from './external-system.ts';
import { bodies, dataOf } from './helpers.ts';
import { CUSTOMER, connectedSplynx, MODELS, SERVICE, splynxEvent } from './splynx-webhook.ts';

const api = useApi();

/** A connected Splynx of an organisation in a country. */
async function splynxIn(country: string | null, over: object = {}) {
  const system = await connectedSplynx(api, over);
  const { partner } = system;
  await api.sql`
    update organisation set country = ${country}
    where id = (select organisation_id from provider where id = ${partner.providerId})`;
  let second = 0;
  return {
    ...system,
    /** Sends an event of a customer, and returns its outcome. */
    async customer(action: 'create' | 'edit', attributes: object) {
      const time = `10:00:${String(second++).padStart(2, '0')}`;
      const event = splynxEvent(MODELS.customer, action, { ...CUSTOMER, ...attributes }, { time });
      return (await system.hookAndProcess(event)).slice(1);
    },
    of: async (id: string) => dataOf(await partner.get(`/v1/subscribers?externalUserId=${id}`))[0],
    events: async () => dataOf(await partner.get('/v1/events?type=subscriber.updated')).length,
    /** What the page of the newest event shows of its commands. */
    async commands() {
      const [row] = await api.sql`
        select commands from inbound_event where integration_id = ${system.integration.id}
        order by position desc limit 1`;
      return row?.commands;
    },
  };
}

describe('S1: phone numbers', () => {
  test.each([
    ['0712 345 602', 'KE', '+254712345602'],
    ['254712345603', 'KE', '+254712345603'],
    ['00254712345603', null, '+254712345603'],
    ['+254 712-345-604', null, '+254712345604'],
    ['\u202a0712 345 605\u202c', 'KE', '+254712345605'],
    ['0712345606, 0712345607', 'KE', '+254712345606'],
    ['0712345609 / 0712345610', 'KE', '+254712345609'],
    [254712345608, 'KE', '+254712345608'],
    ['024 123 4567', 'GH', '+233241234567'],
  ])('a customer with the phone %s in %s has %s', async (phone, country, stored) => {
    const { customer, of } = await splynxIn(country);
    expect(await customer('create', { id: '88', phone })).toEqual(['PROCESSED', null]);
    expect(await of('88')).toMatchObject({ phone: stored, firstName: 'Ada', lastName: 'Lovelace' });
    expect(await customer('edit', { id: '88', phone, note: '1' })).toEqual(['IGNORED', 'UNCHANGED']);
  });

  test('an edit with a local phone writes it and the new email', async () => {
    const { customer, of } = await splynxIn('KE');
    const edit = { phone: '0712 345 611', email: 'New@example.com; second@example.com' };
    expect(await customer('edit', edit)).toEqual(['PROCESSED', null]);
    expect(await of('77')).toMatchObject({ phone: '+254712345611', email: 'new@example.com' });
  });

  test('FAILED CUSTOMER_INVALID names a phone that cannot be read, and the other fields are written', async () => {
    const { customer, of, commands, subscriber } = await splynxIn('KE');
    for (const phone of [
      '12',
      '0712345811 ext 5',
      'none',
      '0712345811;ext=5',
      '0712345811,5',
      '+254712345811[5]',
    ]) {
      const email = `with.${phone.length}@example.com`;
      expect(await customer('edit', { phone, email })).toEqual(['FAILED', 'CUSTOMER_INVALID']);
      expect(await of('77')).toMatchObject({ phone: subscriber.phone, email });
      expect(await commands()).toMatchObject([{ refused: [{ field: 'phone', code: 'INVALID_FORMAT' }] }]);
    }
    expect(await customer('create', { id: '88', phone: '12' })).toEqual(['FAILED', 'CUSTOMER_INVALID']);
    expect(await of('88')).toBeUndefined();
  });

  test('a local phone of an organisation without a country is written by a retry once it has one', async () => {
    const { customer, of, inbound, retry, partner } = await splynxIn(null);
    expect(await customer('create', { id: '88', phone: '0712345602' })).toEqual([
      'FAILED',
      'CUSTOMER_INVALID',
    ]);
    await api.sql`
      update organisation set country = 'KE'
      where id = (select organisation_id from provider where id = ${partner.providerId})`;
    expect(await retry((await inbound()).at(-1).id)).toEqual(['PROCESSED', null]);
    expect(await of('88')).toMatchObject({ phone: '+254712345602' });
  });

  test('FAILED for the email or phone of another subscriber, and the other fields are written', async () => {
    const { customer, of, partner, subscriber, commands } = await splynxIn('KE');
    const other = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    const taken = { email: other.email, phone: '0712345621', name: 'Ada King' };
    expect(await customer('edit', taken)).toEqual(['FAILED', 'Email already in use for this provider']);
    expect(await of('77')).toMatchObject({
      email: subscriber.email,
      phone: '+254712345621',
      lastName: 'King',
    });
    expect(await commands()).toMatchObject([{ refused: [{ field: 'email', code: 'ALREADY_EXISTS' }] }]);
    const both = { email: 'free@example.com', phone: other.phone };
    expect(await customer('edit', both)).toEqual(['FAILED', 'Phone already in use for this provider']);
    expect(await of('77')).toMatchObject({ email: 'free@example.com', phone: '+254712345621' });
  });
});

describe('S2 and S3: full names', () => {
  test.each([
    ['Juan Carlos', 'de la Cruz', 'Juan Carlos de la Cruz'],
    ['Juan', 'Carlos de la Cruz', 'Juan  Carlos de la\u00a0Cruz '],
    ['Madonna', '-', 'Madonna'],
    ['Jose\u0301', 'Mu\u0301ller', 'Jos\u00e9 M\u00faller'],
  ])('an edit of "%s" "%s" as "%s" is IGNORED UNCHANGED', async (firstName, lastName, name) => {
    const { customer, partner, of, events } = await splynxIn('KE');
    const { id, email, phone } = await of('77');
    dataOf(
      await partner.put(`/v1/subscribers/${id}`, { firstName, lastName, email, phone, externalUserId: '77' }),
    );
    const before = [await of('77'), await events()];
    expect(await customer('edit', { name, email, phone })).toEqual(['IGNORED', 'UNCHANGED']);
    expect([await of('77'), await events()]).toEqual(before);
    // The name stays as it is divided when another field changes.
    expect(await customer('edit', { name, email: 'other@example.com', phone })).toEqual(['PROCESSED', null]);
    expect(await of('77')).toMatchObject({
      firstName: firstName.normalize('NFC'),
      lastName: lastName.normalize('NFC'),
    });
  });

  test('a single name has - as last name; another full name is split at its first blank', async () => {
    const { customer, of } = await splynxIn('KE');
    expect(await customer('create', { id: '88', name: 'Madonna' })).toEqual(['PROCESSED', null]);
    expect(await of('88')).toMatchObject({ firstName: 'Madonna', lastName: '-' });
    expect(await customer('edit', { id: '88', name: 'Madonna Louise Ciccone' })).toEqual(['PROCESSED', null]);
    expect(await of('88')).toMatchObject({ firstName: 'Madonna', lastName: 'Louise Ciccone' });
  });

  test('the native format has the same rules for a new customer', async () => {
    const { of, ...system } = await splynxIn('KE', { adapter: 'native' });
    const customer = { externalId: '88', firstName: 'Madonna', email: 'm@example.com', phone: '0712345631' };
    const update = native('customer.updated', { serviceId: undefined, customer });
    expect(await system.sendAndProcess(update)).toEqual(['PROCESSED', null]);
    expect(await of('88')).toMatchObject({ firstName: 'Madonna', lastName: '-', phone: '+254712345631' });
    const divided = { externalId: '88', firstName: 'Mad', lastName: 'Onna', phone: '0712 345 631' };
    const again = native('customer.updated', { serviceId: undefined, customer: divided });
    expect(await system.sendAndProcess(again)).toEqual(['PROCESSED', null]);
    expect(await of('88')).toMatchObject({ firstName: 'Mad', lastName: 'Onna' });
    const service = native('service.created', {
      tariffId: '1',
      customer: { externalId: '99', firstName: 'Prince', email: 'p@example.com', phone: '0712345632' },
    });
    expect(await system.sendAndProcess(service)).toEqual(['PROCESSED', null]);
    expect(await of('99')).toMatchObject({ firstName: 'Prince', lastName: '-', phone: '+254712345632' });
  });

  test('S4 in the native format: the same bytes with occurredAt are a redelivery', async () => {
    const { send } = await splynxIn('KE', { adapter: 'native' });
    const at = (occurredAt: string, tariffId: string) => native('service.updated', { tariffId, occurredAt });
    const [e1, e2] = [at('2026-01-15T10:00:00Z', '2'), at('2026-01-15T10:00:09Z', '1')];
    const ids = [];
    for (const body of [e1, e2, e1, e2]) ids.push((await send(body)).id);
    expect(ids.slice(2)).toEqual(ids.slice(0, 2));
  });
});

describe('static addresses', () => {
  const address = { taking_ipv4: '1', ipv4: '203.0.113.9' };

  test('FAILED IPV4_TAKEN for the address of another live subscription; a retry succeeds once it is free', async () => {
    const { hookAndProcess, inbound, retry, partner, subscriptions, framed, pay } = await splynxIn('KE');
    const service = (id: string, over: object, time: string) =>
      splynxEvent(MODELS.service, 'edit', { ...SERVICE, id, login: `line-${id}`, ...over }, { time });
    expect((await hookAndProcess(service('1001', address, '10:00:00')))[1]).toBe('PROCESSED');
    // The rest of the event is applied: there is a subscription without the address.
    expect(await hookAndProcess(service('1002', address, '10:00:01'))).toEqual([
      'internet_service/edit',
      'FAILED',
      'IPV4_TAKEN',
    ]);
    const failed = (await inbound()).at(-1).id;
    const all = await subscriptions();
    expect(all).toHaveLength(2);
    for (const { id } of all) await pay(id);
    const users = await api.sql<{ username: string }[]>`
      select radius_username as username from subscription where provider_id = ${partner.providerId}
      order by created_at, id`;
    expect(await framed(users[1]?.username ?? '')).toEqual([]);
    expect(await retry(failed)).toEqual(['FAILED', 'IPV4_TAKEN']);
    // The same address again is no conflict with itself.
    expect((await hookAndProcess(service('1001', { ...address, mac: 'x' }, '10:00:02')))[1]).toBe('IGNORED');
    expect((await hookAndProcess(service('1001', { taking_ipv4: '0' }, '10:00:03')))[1]).toBe('PROCESSED');
    expect(await retry(failed)).toEqual(['PROCESSED', null]);
    expect(await framed(users[1]?.username ?? '')).toEqual(['Framed-IP-Address=203.0.113.9']);
  });

  test('an address is free once its subscription has ended for good, and in another account', async () => {
    const one = await splynxIn('KE');
    const create = (id: string) =>
      splynxEvent(MODELS.service, 'create', { ...SERVICE, ...address, id, login: `line-${id}` });
    expect((await one.hookAndProcess(create('1001')))[1]).toBe('PROCESSED');
    const two = await splynxIn('KE');
    expect((await two.hookAndProcess(create('1001')))[1]).toBe('PROCESSED');
    const { id } = await one.onlySubscription();
    dataOf(await one.partner.delete(`/v1/subscriptions/${id}`));
    expect((await one.hookAndProcess(create('1002')))[1]).toBe('PROCESSED');
  });

  test('of two services that want an address at once one gets it', async () => {
    const { hook, drain, inbound } = await splynxIn('KE');
    for (const [n, id] of ['1', '2', '3', '4'].entries()) {
      const attributes = { ...SERVICE, ...address, id, customer_id: '77', login: `line-${n}` };
      await hook(splynxEvent(MODELS.service, 'create', attributes));
    }
    await Promise.all([drain(), drain(), drain()]);
    await drain();
    const reasons = (await inbound()).map(({ reason }: { reason: string | null }) => reason);
    expect(reasons.sort()).toEqual(['IPV4_TAKEN', 'IPV4_TAKEN', 'IPV4_TAKEN', null]);
  });
});
