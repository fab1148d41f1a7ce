import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { getCorrelation } from '../../server/domain/correlation/get.ts';
import { transaction } from '../../server/work/transaction.ts';
import { useApi } from './api.ts';
import { activeService, externalSystem, native } from './external-system.ts';
import { advance, bodies, dataOf, expectRefused } from './helpers.ts';

const api = useApi();

test('400 CONTACT_SHARE when an external subscription is activated', async () => {
  const { partner, id, read, subscriber } = await activeService(api);
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/deactivate`));
  const before = await read(id);
  expect(before).toMatchObject({ status: 'INACTIVE', isExternal: true });
  const answer = await partner.post(`/v1/subscriptions/${id}/activate`);
  expectRefused(answer, 400, { errorCode: 'CONTACT_SHARE', field: 'id', code: 'PRECONDITION' });
  expect(await read(id)).toEqual(before);
});

describe('a service that has no subscription', () => {
  test('service.created creates an external PENDING subscription without a demarcation point', async () => {
    const system = await externalSystem(api);
    const { id, correlationId } = await system.send(native('service.created', { tariffId: '2' }));
    await system.drain();
    expect(await system.stateOf(id)).toEqual(['PROCESSED', null]);
    const made = await system.onlySubscription();
    expect(made).toMatchObject({
      subscriberId: system.subscriber.id,
      planId: system.plans.middle.id,
      status: 'PENDING',
      isExternal: true,
      demarcationPointId: null,
      externalReference: 'svc-1',
    });
    expect(await system.eventsOf(made.id)).toEqual(['created']);
    const [event] = dataOf(await system.partner.get(`/v1/events?resourceId=${made.id}`));
    expect(event.correlationId).toBe(correlationId);
    const audit = await api.sql`
      select actor_type, actor_id from audit_entry
      where resource_id = ${made.id} and action = 'subscription.create' and correlation_id = ${correlationId}`;
    expect(audit).toEqual([{ actor_type: 'integration', actor_id: system.integration.id }]);
    await system.pay(made.id);
    expect(await system.read(made.id)).toMatchObject({ status: 'ACTIVE', isExternal: true });
  });

  test('the correlation of the request has the inbound event and its effects', async () => {
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
    // An event of another partner with the same correlation id is excluded.
    const other = await externalSystem(api);
    const headers = { 'x-correlation-id': correlationId };
    await other.send(native('service.created', { tariffId: '2' }), headers);
    await other.drain();
    expect((await joined()).totals).toEqual(totals);
  });

  test('service.created uses the default demarcation point of the integration', async () => {
    const partner = await api.partner();
    const point = dataOf(await partner.post('/v1/demarcation-points', bodies.demarcationPoint()));
    const system = await externalSystem(api, { defaultDemarcationPointId: point.id }, partner);
    await system.sendAndProcess(native('service.created', { tariffId: '2' }));
    expect(await system.onlySubscription()).toMatchObject({ demarcationPointId: point.id });
  });

  test('service.updated creates the subscription once', async () => {
    const system = await externalSystem(api);
    expect(await system.sendAndProcess(native('service.updated', { tariffId: '1' }))).toEqual([
      'PROCESSED',
      null,
    ]);
    const again = native('service.updated', { tariffId: '1', externalEventId: 'e2' });
    expect(await system.sendAndProcess(again)).toEqual(['IGNORED', 'UNCHANGED']);
    expect((await system.onlySubscription()).planId).toBe(system.plans.cheap.id);
  });

  test('FAILED TARIFF_NOT_MAPPED: a retry succeeds once the tariff is mapped', async () => {
    const system = await externalSystem(api);
    const { id } = await system.send(native('service.created', { tariffId: '9' }));
    await system.drain();
    expect(await system.stateOf(id)).toEqual(['FAILED', 'TARIFF_NOT_MAPPED']);
    expect(await system.subscriptions()).toEqual([]);
    expect(await system.retry(id)).toEqual(['FAILED', 'TARIFF_NOT_MAPPED']);
    const tariffMap = { 9: system.plans.dear.id };
    dataOf(await system.partner.put(system.path, { ...system.settings, tariffMap }));
    expect(await system.retry(id)).toEqual(['PROCESSED', null]);
    expect((await system.onlySubscription()).planId).toBe(system.plans.dear.id);
  });

  test('FAILED CUSTOMER_UNKNOWN for an unknown customer, unless the event has all required customer fields', async () => {
    const system = await externalSystem(api);
    const unknown = native('service.created', {
      tariffId: '1',
      customer: { externalId: '99', firstName: 'Grace' },
    });
    expect(await system.sendAndProcess(unknown)).toEqual(['FAILED', 'CUSTOMER_UNKNOWN']);
    const customer = { externalId: '99', ...bodies.subscriber({ firstName: 'Grace' }) };
    const whole = native('service.created', { serviceId: 'svc-2', tariffId: '1', customer });
    expect(await system.sendAndProcess(whole)).toEqual(['PROCESSED', null]);
    const [made] = dataOf(await system.partner.get('/v1/subscribers?externalUserId=99'));
    expect(made).toMatchObject({ firstName: 'Grace', status: 'active', subscriptionCount: 1 });
  });

  test('IGNORED ECHO: an event with our origin creates no subscription and emits no event', async () => {
    const system = await externalSystem(api);
    const echo = native('service.created', { tariffId: '1', origin: system.partner.providerId });
    expect(await system.sendAndProcess(echo)).toEqual(['IGNORED', 'ECHO']);
    expect(await system.subscriptions()).toEqual([]);
    expect(dataOf(await system.partner.get('/v1/events?type=subscription.created'))).toEqual([]);
  });

  test('IGNORED SERVICE_NOT_TRACKED: service.deleted', async () => {
    const system = await externalSystem(api);
    expect(await system.sendAndProcess(native('service.deleted', {}))).toEqual([
      'IGNORED',
      'SERVICE_NOT_TRACKED',
    ]);
  });

  test('IGNORED EVENT_UNKNOWN for an unknown event, FAILED INVALID_PAYLOAD without a service id', async () => {
    const system = await externalSystem(api);
    expect(await system.sendAndProcess(native('service.painted', {}))).toEqual(['IGNORED', 'EVENT_UNKNOWN']);
    expect(await system.sendAndProcess(native('service.created', { serviceId: '' }))).toEqual([
      'FAILED',
      'INVALID_PAYLOAD',
    ]);
  });
});

describe('a plan change of an external service', () => {
  test('a free upgrade applies at once', async () => {
    const { edit, id, read, eventsOf, plans } = await activeService(api, { freeImmediateUpgrade: true });
    const before = await read(id);
    expect(await edit({ tariffId: '3' })).toEqual(['PROCESSED', null]);
    const { expiresAt } = before;
    expect(await read(id)).toMatchObject({
      planId: plans.dear.id,
      nextPlanId: null,
      status: 'ACTIVE',
      expiresAt,
    });
    expect((await eventsOf(id)).at(-1)).toBe('plan_change_applied');
  });

  test('an upgrade waits for its payment and applies when it is paid', async () => {
    const { edit, id, read, plans, pay } = await activeService(api);
    await edit({ tariffId: '3' });
    expect(await read(id)).toMatchObject({
      status: 'AWAITING_PAYMENT_FOR_UPGRADE',
      planId: plans.middle.id,
      pendingUpgrade: { planId: plans.dear.id, amount: 10 },
    });
    await pay(id);
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', planId: plans.dear.id, pendingUpgrade: null });
  });

  test('a downgrade is pending until the cycle ends, whatever its planned date is', async () => {
    const { edit, id, read, plans, pay, partner } = await activeService(api, { freeImmediateUpgrade: true });
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

  test('400 CONTACT_SHARE for another plan of the partner; the current plan withdraws the pending downgrade', async () => {
    const { edit, id, read, plans, partner } = await activeService(api);
    await edit({ tariffId: '1' });
    const patch = (planId: string) => partner.patch(`/v1/subscriptions/${id}`, { planId });
    expectRefused(await patch(plans.dear.id), 400, { errorCode: 'CONTACT_SHARE', field: 'planId' });
    expect(await read(id)).toMatchObject({ nextPlanId: plans.cheap.id });
    dataOf(await patch(plans.middle.id));
    expect(await read(id)).toMatchObject({ planId: plans.middle.id, nextPlanId: null });
  });

  test('IGNORED UNCHANGED: a second event with the same tariff', async () => {
    const { edit, id, read, eventsOf } = await activeService(api);
    await edit({ tariffId: '3' });
    const [before, events] = [await read(id), await eventsOf(id)];
    expect(await edit({ tariffId: '3', note: 'saved again' })).toEqual(['IGNORED', 'UNCHANGED']);
    expect(await read(id)).toEqual(before);
    expect(await eventsOf(id)).toEqual(events);
  });

  test('FAILED TARIFF_NOT_MAPPED emits plan_change_rejected once and can be retried', async () => {
    const { id, read, eventsOf, partner, path, settings, plans, send, drain, stateOf, retry, edit } =
      await activeService(api);
    const before = await read(id);
    const event = await send(native('service.updated', { tariffId: '9' }));
    await drain();
    expect(await stateOf(event.id)).toEqual(['FAILED', 'TARIFF_NOT_MAPPED']);
    expect((await eventsOf(id)).at(-1)).toBe('plan_change_rejected TARIFF_NOT_MAPPED');
    expect(await read(id)).toEqual(before);
    expect(await edit({ tariffId: '9', saved: 'again' })).toEqual(['IGNORED', 'UNCHANGED']);
    expect((await eventsOf(id)).filter((type: string) => type.includes('rejected'))).toHaveLength(1);
    const tariffMap = { ...settings.tariffMap, 9: plans.dear.id };
    dataOf(await partner.put(path, { ...settings, tariffMap }));
    expect(await retry(event.id)).toEqual(['PROCESSED', null]);
    expect(await read(id)).toMatchObject({ pendingUpgrade: { planId: plans.dear.id } });
  });

  test('FAILED PLAN_DISABLED emits plan_change_rejected, and the address of the event applies', async () => {
    const { edit, id, read, eventsOf, partner, plans, framed } = await activeService(api);
    const plan = dataOf(await partner.get(`/v1/plans/${plans.dear.id}`));
    dataOf(await partner.post(`/v1/plans/${plan.id}/disable?confirm=${encodeURIComponent(plan.planName)}`));
    const ipv4 = { mode: 'static', address: '198.51.100.7' };
    expect(await edit({ tariffId: '3', ipv4 })).toEqual(['FAILED', 'PLAN_DISABLED']);
    expect((await eventsOf(id)).at(-1)).toBe('plan_change_rejected PLAN_DISABLED');
    const { radiusUsername } = await read(id);
    expect(await framed(radiusUsername)).toEqual(['Framed-IP-Address=198.51.100.7']);
  });

  test('fifty events in a burst are processed in order', async () => {
    const { send, drain, id, read, plans, inbound, eventsOf } = await activeService(api, {
      freeImmediateUpgrade: true,
    });
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
    expect((await eventsOf(id)).at(-1)).toBe('plan_change_queued');
  });
});

describe('deletion of an external service', () => {
  test('service.deleted cancels at the end of the cycle and then archives', async () => {
    const { sendAndProcess, id, read, partner, eventsOf } = await activeService(api);
    const { expiresAt } = await read(id);
    expect(await sendAndProcess(native('service.deleted', {}))).toEqual(['PROCESSED', null]);
    expect(await read(id)).toMatchObject({ status: 'ACTIVE', cancelAt: expiresAt, archivedAt: null });
    expect(await eventsOf(id)).not.toContain('deactivated');
    await advance(partner, { days: 31 });
    expect(await read(id)).toMatchObject({
      status: 'INACTIVE',
      inactiveReason: 'CANCELLED',
      archivedAt: expiresAt,
    });
    expect(await eventsOf(id)).toContain('deactivated');
    expect(await sendAndProcess(native('service.deleted', { again: true }))).toEqual([
      'IGNORED',
      'UNCHANGED',
    ]);
  });

  test('status stopped or disabled cancels at the end of the cycle, status active withdraws the cancellation', async () => {
    const { edit, id, read } = await activeService(api);
    for (const status of ['stopped', 'disabled']) {
      expect(await edit({ tariffId: '2', status })).toEqual(['PROCESSED', null]);
      expect((await read(id)).cancelAt).not.toBeNull();
      expect(await edit({ tariffId: '2', status: 'active', since: status })).toEqual(['PROCESSED', null]);
      expect(await read(id)).toMatchObject({ cancelAt: null, status: 'ACTIVE' });
    }
  });

  test('service.deleted before the first payment cancels at once, a later update creates a new subscription', async () => {
    const system = await externalSystem(api);
    await system.sendAndProcess(native('service.created', { tariffId: '2' }));
    const { id } = await system.onlySubscription();
    await system.sendAndProcess(native('service.deleted', {}));
    expect(await system.read(id)).toMatchObject({ status: 'CANCELLED' });
    expect(await system.sendAndProcess(native('service.updated', { tariffId: '2' }))).toEqual([
      'PROCESSED',
      null,
    ]);
    const all = await system.subscriptions();
    expect(all.map((one: { status: string }) => one.status)).toEqual(['CANCELLED', 'PENDING']);
  });

  test('service.deleted drops an upgrade hold', async () => {
    const { edit, sendAndProcess, id, read } = await activeService(api);
    await edit({ tariffId: '3' });
    await sendAndProcess(native('service.deleted', {}));
    expect(await read(id)).toMatchObject({
      status: 'ACTIVE',
      pendingUpgrade: null,
      cancelAt: expect.any(String),
    });
  });
});

describe('address of an external service', () => {
  test('the RADIUS address follows the event: static, mapped pool, pool by name, none', async () => {
    const { edit, id, read, framed } = await activeService(api);
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

  test('an address before the first payment applies at activation', async () => {
    const system = await externalSystem(api);
    const ipv4 = { mode: 'static', address: '198.51.100.9' };
    await system.sendAndProcess(native('service.created', { tariffId: '2', ipv4 }));
    const { id } = await system.onlySubscription();
    await system.pay(id);
    expect(await system.framed((await system.read(id)).radiusUsername)).toEqual([
      'Framed-IP-Address=198.51.100.9',
    ]);
  });

  test('FAILED IPV4_INVALID keeps the current address', async () => {
    const { edit, id, read, framed } = await activeService(api);
    const { radiusUsername: user } = await read(id);
    await edit({ tariffId: '2', ipv4: { mode: 'static', address: '198.51.100.7' } });
    const wrong = { mode: 'static', address: '198.51.100.777' };
    expect(await edit({ tariffId: '2', ipv4: wrong })).toEqual(['FAILED', 'IPV4_INVALID']);
    expect(await framed(user)).toEqual(['Framed-IP-Address=198.51.100.7']);
  });
});
