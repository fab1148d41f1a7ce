import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { transaction } from '../../server/db/transaction.ts';
import { getCorrelation } from '../../server/domain/correlation/get.ts';
import { useApi } from './api.ts';
import { externalSystem, native } from './inbound-world.ts';
import { advance, bodies, dataOf, expectRefused } from './world.ts';

const api = useApi();

/** A system with a service on tariff 2, paid for and in service. */
async function serving(over: object = {}) {
  const system = await externalSystem(api, over);
  await system.tell(native('service.created', { tariffId: '2' }));
  const { id } = await system.only();
  await system.pay(id);
  return { ...system, id, edit: (data: object) => system.tell(native('service.updated', data)) };
}

test('a service that is INACTIVE is brought back by its own system: activate is CONTACT_SHARE', async () => {
  const { partner, id, read, subscriber } = await serving();
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/deactivate`));
  const before = await read(id);
  expect(before).toMatchObject({ status: 'INACTIVE', isExternal: true });
  const answer = await partner.post(`/v1/subscriptions/${id}/activate`);
  expectRefused(answer, 400, { errorCode: 'CONTACT_SHARE', field: 'id', code: 'PRECONDITION' });
  expect(await read(id)).toEqual(before);
});

describe('a service that is not tracked', () => {
  test('is onboarded as an external subscription that waits for its payment, without a place', async () => {
    const system = await externalSystem(api);
    const { id, correlationId } = await system.send(native('service.created', { tariffId: '2' }));
    await system.drain();
    expect(await system.stateOf(id)).toEqual(['PROCESSED', null]);
    const made = await system.only();
    expect(made).toMatchObject({
      subscriberId: system.subscriber.id,
      planId: system.plans.middle.id,
      status: 'PENDING',
      isExternal: true,
      demarcationPointId: null,
      externalReference: 'svc-1',
    });
    expect(await system.told(made.id)).toEqual(['created']);
    const [event] = dataOf(await system.partner.get(`/v1/events?resourceId=${made.id}`));
    expect(event.correlationId).toBe(correlationId);
    const audit = await api.sql`
      select actor_type, actor_id from audit_entry
      where resource_id = ${made.id} and action = 'subscription.create' and correlation_id = ${correlationId}`;
    expect(audit).toEqual([{ actor_type: 'integration', actor_id: system.integration.id }]);
    await system.pay(made.id);
    expect(await system.read(made.id)).toMatchObject({ status: 'ACTIVE', isExternal: true });
  });

  test('is joined with what it brought about by the correlation id of its request', async () => {
    const system = await externalSystem(api);
    const { id, correlationId } = await system.send(native('service.created', { tariffId: '2' }));
    const origin = {
      providerId: system.partner.providerId,
      caller: { type: 'system', name: 'test' } as const,
      correlationId: randomUUID(),
    };
    const joined = () => transaction(origin, (scope) => getCorrelation(scope, { id: correlationId }));
    await system.drain();
    const { steps, totals } = await joined();
    const { id: integrationId, name: integrationName } = system.integration;
    expect(steps[0]).toMatchObject({
      kind: 'inbound',
      inbound: { id, event: 'service.created', status: 'PROCESSED', integrationId, integrationName },
    });
    expect(totals).toMatchObject({ inbound: 1, event: 1 });
    expect(steps.map((step) => step.kind === 'event' && step.event.type)).toContain('subscription.created');
    // An event of another partner that came with the same id is not there.
    const other = await externalSystem(api);
    const headers = { 'x-correlation-id': correlationId };
    await other.send(native('service.created', { tariffId: '2' }), headers);
    await other.drain();
    expect((await joined()).totals).toEqual(totals);
  });

  test('is where its integration says new ones are', async () => {
    const partner = await api.partner();
    const point = dataOf(await partner.post('/v1/demarcation-points', bodies.demarcationPoint()));
    const system = await externalSystem(api, { defaultDemarcationPointId: point.id }, partner);
    await system.tell(native('service.created', { tariffId: '2' }));
    expect(await system.only()).toMatchObject({ demarcationPointId: point.id });
  });

  test('is onboarded by an edit too, and once', async () => {
    const system = await externalSystem(api);
    expect(await system.tell(native('service.updated', { tariffId: '1' }))).toEqual(['PROCESSED', null]);
    const again = native('service.updated', { tariffId: '1', externalEventId: 'e2' });
    expect(await system.tell(again)).toEqual(['IGNORED', 'UNCHANGED']);
    expect((await system.only()).planId).toBe(system.plans.cheap.id);
  });

  test('waits for a tariff to be mapped, and is retried then', async () => {
    const system = await externalSystem(api);
    const { id } = await system.send(native('service.created', { tariffId: '9' }));
    await system.drain();
    expect(await system.stateOf(id)).toEqual(['FAILED', 'TARIFF_NOT_MAPPED']);
    expect(await system.subscriptions()).toEqual([]);
    expect(await system.retry(id)).toEqual(['FAILED', 'TARIFF_NOT_MAPPED']);
    const tariffMap = { 9: system.plans.dear.id };
    dataOf(await system.partner.put(system.path, { ...system.settings, tariffMap }));
    expect(await system.retry(id)).toEqual(['PROCESSED', null]);
    expect((await system.only()).planId).toBe(system.plans.dear.id);
  });

  test('of an unknown customer fails, unless the customer is told whole', async () => {
    const system = await externalSystem(api);
    const unknown = native('service.created', {
      tariffId: '1',
      customer: { externalId: '99', firstName: 'Grace' },
    });
    expect(await system.tell(unknown)).toEqual(['FAILED', 'CUSTOMER_UNKNOWN']);
    const customer = { externalId: '99', ...bodies.subscriber({ firstName: 'Grace' }) };
    const whole = native('service.created', { serviceId: 'svc-2', tariffId: '1', customer });
    expect(await system.tell(whole)).toEqual(['PROCESSED', null]);
    const [made] = dataOf(await system.partner.get('/v1/subscribers?externalUserId=99'));
    expect(made).toMatchObject({ firstName: 'Grace', status: 'active', subscriptionCount: 1 });
  });

  test('that came from us is dropped: no subscription and no event', async () => {
    const system = await externalSystem(api);
    const echo = native('service.created', { tariffId: '1', origin: system.partner.providerId });
    expect(await system.tell(echo)).toEqual(['IGNORED', 'ECHO']);
    expect(await system.subscriptions()).toEqual([]);
    expect(dataOf(await system.partner.get('/v1/events?type=subscription.created'))).toEqual([]);
  });

  test('has nothing to end', async () => {
    const system = await externalSystem(api);
    expect(await system.tell(native('service.deleted', {}))).toEqual(['IGNORED', 'SERVICE_NOT_TRACKED']);
  });

  test('of what nobody knows is ignored, and without an id a failure', async () => {
    const system = await externalSystem(api);
    expect(await system.tell(native('service.painted', {}))).toEqual(['IGNORED', 'EVENT_UNKNOWN']);
    expect(await system.tell(native('service.created', { serviceId: '' }))).toEqual([
      'FAILED',
      'INVALID_PAYLOAD',
    ]);
  });
});

describe('a plan edit', () => {
  test('dearer and free is had at once', async () => {
    const { edit, id, read, told, plans } = await serving({ freeImmediateUpgrade: true });
    const before = await read(id);
    expect(await edit({ tariffId: '3' })).toEqual(['PROCESSED', null]);
    const { expiresAt } = before;
    expect(await read(id)).toMatchObject({
      planId: plans.dear.id,
      nextPlanId: null,
      status: 'ACTIVE',
      expiresAt,
    });
    expect((await told(id)).at(-1)).toBe('plan_change_applied');
  });

  test('dearer waits for its payment, the plan runs on; paid, it is had at once', async () => {
    const { edit, id, read, plans, pay } = await serving();
    await edit({ tariffId: '3' });
    expect(await read(id)).toMatchObject({
      status: 'AWAITING_PAYMENT_FOR_UPGRADE',
      planId: plans.middle.id,
      pendingUpgrade: { planId: plans.dear.id, amount: 10 },
    });
    await pay(id);
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', planId: plans.dear.id, pendingUpgrade: null });
  });

  test('cheaper comes at the end of the cycle, whatever date it plans', async () => {
    const { edit, id, read, plans, pay, partner } = await serving({ freeImmediateUpgrade: true });
    await edit({ tariffId: '1', plannedDate: '2026-01-02' });
    expect(await read(id)).toMatchObject({
      planId: plans.middle.id,
      nextPlanId: plans.cheap.id,
      status: 'ACTIVE',
    });
    await advance(partner, { days: 28 });
    await pay(id);
    await advance(partner, { days: 3 });
    expect(await read(id)).toMatchObject({ planId: plans.cheap.id, nextPlanId: null });
  });

  test('to the tariff it has is a re-save', async () => {
    const { edit, id, read, told } = await serving();
    await edit({ tariffId: '3' });
    const [before, events] = [await read(id), await told(id)];
    expect(await edit({ tariffId: '3', note: 'saved again' })).toEqual(['IGNORED', 'UNCHANGED']);
    expect(await read(id)).toEqual(before);
    expect(await told(id)).toEqual(events);
  });

  test('to a tariff that is not mapped is rejected aloud, once, and can be retried', async () => {
    const { id, read, told, partner, path, settings, plans, send, drain, stateOf, retry, edit } =
      await serving();
    const before = await read(id);
    const event = await send(native('service.updated', { tariffId: '9' }));
    await drain();
    expect(await stateOf(event.id)).toEqual(['FAILED', 'TARIFF_NOT_MAPPED']);
    expect((await told(id)).at(-1)).toBe('plan_change_rejected TARIFF_NOT_MAPPED');
    expect(await read(id)).toEqual(before);
    expect(await edit({ tariffId: '9', saved: 'again' })).toEqual(['IGNORED', 'UNCHANGED']);
    expect((await told(id)).filter((type: string) => type.includes('rejected'))).toHaveLength(1);
    const tariffMap = { ...settings.tariffMap, 9: plans.dear.id };
    dataOf(await partner.put(path, { ...settings, tariffMap }));
    expect(await retry(event.id)).toEqual(['PROCESSED', null]);
    expect(await read(id)).toMatchObject({ pendingUpgrade: { planId: plans.dear.id } });
  });

  test('to a plan off sale is rejected aloud, and what else it says is done', async () => {
    const { edit, id, read, told, partner, plans } = await serving();
    const plan = dataOf(await partner.get(`/v1/plans/${plans.dear.id}`));
    dataOf(await partner.post(`/v1/plans/${plan.id}/disable?confirm=${encodeURIComponent(plan.planName)}`));
    const ipv4 = { mode: 'static', address: '198.51.100.7' };
    expect(await edit({ tariffId: '3', ipv4 })).toEqual(['FAILED', 'PLAN_DISABLED']);
    expect((await told(id)).at(-1)).toBe('plan_change_rejected PLAN_DISABLED');
    const { radiusUsername } = await read(id);
    expect(await framed(radiusUsername)).toEqual(['Framed-IP-Address=198.51.100.7']);
  });

  test('in a burst of fifty ends in the last state, in order', async () => {
    const { send, drain, id, read, plans, inbound, told } = await serving({ freeImmediateUpgrade: true });
    for (let n = 0; n < 50; n++) {
      await send(native('service.updated', { tariffId: String(1 + (n % 3)), externalEventId: `burst-${n}` }));
    }
    await send(native('service.updated', { tariffId: '1', externalEventId: 'last' }));
    await Promise.all([drain(), drain(), drain()]);
    await drain();
    expect((await inbound()).slice(-51).map((event: { status: string }) => event.status)).not.toContain(
      'QUEUED',
    );
    expect(await read(id)).toMatchObject({ planId: plans.dear.id, nextPlanId: plans.cheap.id });
    expect((await told(id)).at(-1)).toBe('plan_change_queued');
  });
});

describe('a deletion', () => {
  test('lets the service run to the end of its cycle, then archives it', async () => {
    const { tell, id, read, partner, told } = await serving();
    const { expiresAt } = await read(id);
    expect(await tell(native('service.deleted', {}))).toEqual(['PROCESSED', null]);
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', cancelAt: expiresAt, archivedAt: null });
    expect(await told(id)).not.toContain('deactivated');
    await advance(partner, { days: 31 });
    expect(await read(id)).toMatchObject({
      status: 'INACTIVE',
      inactiveReason: 'CANCELLED',
      archivedAt: expiresAt,
    });
    expect(await told(id)).toContain('deactivated');
    expect(await tell(native('service.deleted', { again: true }))).toEqual(['IGNORED', 'UNCHANGED']);
  });

  test('can be said by a status, and is taken back by the next', async () => {
    const { edit, id, read } = await serving();
    for (const status of ['stopped', 'disabled']) {
      expect(await edit({ tariffId: '2', status })).toEqual(['PROCESSED', null]);
      expect((await read(id)).cancelAt).not.toBeNull();
      expect(await edit({ tariffId: '2', status: 'active', since: status })).toEqual(['PROCESSED', null]);
      expect(await read(id)).toMatchObject({ cancelAt: null, status: 'ACTIVE' });
    }
  });

  test('of one never paid for cancels it; living again, it is a new one', async () => {
    const system = await externalSystem(api);
    await system.tell(native('service.created', { tariffId: '2' }));
    const { id } = await system.only();
    await system.tell(native('service.deleted', {}));
    expect(await system.read(id)).toMatchObject({ status: 'CANCELLED' });
    expect(await system.tell(native('service.updated', { tariffId: '2' }))).toEqual(['PROCESSED', null]);
    const all = await system.subscriptions();
    expect(all.map((one: { status: string }) => one.status)).toEqual(['CANCELLED', 'PENDING']);
  });

  test('drops an upgrade that waits', async () => {
    const { edit, tell, id, read } = await serving();
    await edit({ tariffId: '3' });
    await tell(native('service.deleted', {}));
    expect(await read(id)).toMatchObject({
      status: 'ACTIVE',
      pendingUpgrade: null,
      cancelAt: expect.any(String),
    });
  });
});

/** Where a user's address comes from, as RADIUS has it. */
async function framed(username: string): Promise<string[]> {
  const rows = await api.sql<{ attribute: string; value: string }[]>`
    select attribute, value from radius.radreply where username = ${username} and attribute like 'Framed-%'`;
  return rows.map(({ attribute, value }) => `${attribute}=${value}`);
}

describe('an address', () => {
  test('is mirrored: static, from a pool, mapped or by name, from neither', async () => {
    const { edit, id, read } = await serving();
    const { radiusUsername: user } = await read(id);
    const becomes = async (ipv4: object | null) => {
      const state = await edit({ tariffId: '2', ipv4 });
      return [state[0], ...(await framed(user))];
    };
    expect(await becomes({ mode: 'static', address: '198.51.100.7' })).toEqual([
      'PROCESSED',
      'Framed-IP-Address=198.51.100.7',
    ]);
    expect(await becomes({ mode: 'pool', poolName: 'home' })).toEqual(['PROCESSED', 'Framed-Pool=home']);
    expect(await becomes({ mode: 'pool', poolName: '5' })).toEqual(['PROCESSED', 'Framed-Pool=cgn-east']);
    expect(await becomes({ mode: 'none' })).toEqual(['PROCESSED']);
    expect(await becomes(null)).toEqual(['IGNORED']);
  });

  test('known before the first payment holds from it on', async () => {
    const system = await externalSystem(api);
    const ipv4 = { mode: 'static', address: '198.51.100.9' };
    await system.tell(native('service.created', { tariffId: '2', ipv4 }));
    const { id } = await system.only();
    await system.pay(id);
    expect(await framed((await system.read(id)).radiusUsername)).toEqual(['Framed-IP-Address=198.51.100.9']);
  });

  test('that is none leaves the one there is, and says so', async () => {
    const { edit, id, read } = await serving();
    const { radiusUsername: user } = await read(id);
    await edit({ tariffId: '2', ipv4: { mode: 'static', address: '198.51.100.7' } });
    const wrong = { mode: 'static', address: '198.51.100.777' };
    expect(await edit({ tariffId: '2', ipv4: wrong })).toEqual(['FAILED', 'IPV4_INVALID']);
    expect(await framed(user)).toEqual(['Framed-IP-Address=198.51.100.7']);
  });
});

describe('a customer', () => {
  test('is updated in what the event tells', async () => {
    const { tell, partner, subscriber } = await externalSystem(api);
    const update = native('customer.updated', {
      serviceId: undefined,
      customer: { externalId: '77', lastName: 'King' },
    });
    expect(await tell(update)).toEqual(['PROCESSED', null]);
    const after = dataOf(await partner.get(`/v1/subscribers/${subscriber.id}`));
    expect(after).toMatchObject({
      firstName: 'Ada',
      lastName: 'King',
      email: subscriber.email,
      externalUserId: '77',
    });
    expect(await tell({ ...update, event: 'customer.updated ' })).toEqual(['IGNORED', 'UNCHANGED']);
  });

  test('is updated though a name kept from before has a control character, and by names that have one', async () => {
    const { tell, partner, subscriber } = await externalSystem(api);
    await api.sql`update subscriber set first_name = 'A\u0007da' where id = ${subscriber.id}`;
    const customer = { externalId: '77', lastName: 'King\u0007\n' };
    expect(await tell(native('customer.updated', { serviceId: undefined, customer }))).toEqual([
      'PROCESSED',
      null,
    ]);
    const after = dataOf(await partner.get(`/v1/subscribers/${subscriber.id}`));
    expect(after).toMatchObject({ firstName: 'A\u0007da', lastName: 'King', email: subscriber.email });
  });

  test('with the e-mail of another fails with that reason', async () => {
    const { tell, partner } = await externalSystem(api);
    const other = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    const customer = { externalId: '77', email: other.email };
    expect(await tell(native('customer.updated', { serviceId: undefined, customer }))).toEqual([
      'FAILED',
      'Email already in use for this provider',
    ]);
  });
});

describe('an event that nobody signed', () => {
  const unsigned = (event: string, data: object, partner: { providerId: string }) => ({
    ...native(event, data),
    partner_id: partner.providerId,
  });

  test('gives nothing away: a free upgrade waits for its payment', async () => {
    const system = await externalSystem(api, { signing: 'none', freeImmediateUpgrade: true });
    await system.tell(unsigned('service.created', { tariffId: '2' }, system.partner));
    const { id } = await system.only();
    await system.pay(id);
    await system.tell(unsigned('service.updated', { tariffId: '3' }, system.partner));
    expect(await system.read(id)).toMatchObject({ status: 'AWAITING_PAYMENT_FOR_UPGRADE' });
    const trusted = native('service.updated', { tariffId: '2' });
    await system.tell(trusted, system.partner.headers);
    await system.tell(native('service.updated', { tariffId: '3', again: 1 }), system.partner.headers);
    expect(await system.read(id)).toMatchObject({ status: 'ACTIVE', planId: system.plans.dear.id });
  });

  test('does not change the address of a subscriber’s emails', async () => {
    const system = await externalSystem(api, { signing: 'none' });
    const customer = { externalId: '77', email: 'thief@example.com' };
    const theft = unsigned('customer.updated', { serviceId: undefined, customer }, system.partner);
    expect(await system.tell(theft)).toEqual(['FAILED', 'SIGNATURE_REQUIRED']);
    const after = dataOf(await system.partner.get(`/v1/subscribers/${system.subscriber.id}`));
    expect(after.email).toBe(system.subscriber.email);
  });

  test('moves no money, whatever it says', async () => {
    const system = await externalSystem(api, { signing: 'none' });
    const money = () => api.sql`
      select (select count(*) from payment where provider_id = ${system.partner.providerId}) as payments,
        (select count(*) from refund where provider_id = ${system.partner.providerId}) as refunds,
        (select coalesce(sum(amount_paid), 0) from invoice where provider_id = ${system.partner.providerId}) as paid`;
    await system.tell(unsigned('service.created', { tariffId: '2' }, system.partner));
    const { id } = await system.only();
    await system.pay(id);
    const before = await money();
    for (const tariffId of ['3', '1', '2'])
      await system.tell(unsigned('service.updated', { tariffId }, system.partner));
    await system.tell(unsigned('service.deleted', {}, system.partner));
    expect(await money()).toEqual(before);
  });
});
