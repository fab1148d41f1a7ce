import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { externalSystem, native } from './external-system.ts';
import { activeSubscription, dataOf } from './helpers.ts';
import { closeServers, requestTo, titled, writeRoutes } from './write-operations.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});
afterEach(closeServers);

type Entry = { actor: string | null; action: string; resource: string; changes: string };

/** The audit entries of a request or an inbound event, in order. */
const entriesOf = (correlationId: string) => api.sql<Entry[]>`
  select actor_type || ' ' || actor_id as actor, action, resource_id as resource, changes from audit_entry
  where correlation_id = ${correlationId} order by id`;

describe('each write operation creates an audit entry of its caller', () => {
  test.each(writeRoutes.map(titled))('%s', async (_, route) => {
    // Advancing the clock affects every resource of an account, so this operation gets an account of its own.
    const by = route.name === 'testClock.advance' ? await api.partner() : partner;
    const [credential] = await api.sql<{ id: string }[]>`
      select id from access_credential where provider_id = ${by.providerId}`;
    const answer = await (await requestTo(route, by, api))();
    const data = dataOf(answer);
    const entries = await entriesOf(answer.body.correlationId);
    expect(entries).not.toEqual([]);
    // Due work belongs to the system, which has no id.
    const actors = new Set(entries.map(({ actor }) => actor).filter((actor) => actor !== null));
    expect(actors).toEqual(new Set([`credential ${credential?.id}`]));
    if (route.name !== 'testClock.advance') expect(entries.filter(({ actor }) => actor === null)).toEqual([]);
    // Activation of a subscription with a debt creates an invoice and leaves the subscription unchanged.
    const about = route.name === 'subscription.activate' ? undefined : (data.id ?? data.subscriberId);
    if (about) expect(entries.map(({ resource }) => resource)).toContain(about);
  });
});

test('reading network credentials creates an audit entry', async () => {
  const { subscription } = await activeSubscription(partner);
  const answer = await partner.get(`/v1/subscriptions/${subscription.id}/credentials`);
  expect(await entriesOf(answer.body.correlationId)).toMatchObject([{ resource: subscription.id }]);
});

describe('each inbound event with an effect creates an audit entry of its integration', () => {
  const service = { serviceId: 'svc-1', tariffId: '2' };
  const customer = { externalId: '77', firstName: 'Grace', lastName: 'Hopper', email: 'grace@example.com' };

  test.each<[string, string, object, string]>([
    ['another plan', 'service.updated', { ...service, tariffId: '1' }, 'subscription.request_plan_change'],
    [
      'a fixed IPv4 address',
      'service.updated',
      { ...service, ipv4: { mode: 'static', address: '198.51.100.7' } },
      'subscription.set_ipv4',
    ],
    [
      'an IPv4 pool',
      'service.updated',
      { ...service, ipv4: { mode: 'pool', poolName: '5' } },
      'subscription.set_ipv4',
    ],
    ['the end of a service', 'service.deleted', service, 'subscription.cancel'],
    ['a customer', 'customer.updated', { customer }, 'subscriber.update'],
  ])('%s', async (_, event, data, action) => {
    const system = await externalSystem(api);
    const { integration, subscriber, send, drain, stateOf } = system;
    const created = await send(native('service.created', service));
    await drain();
    const { id } = await system.onlySubscription();
    await system.pay(id);
    const sent = await send(native(event, data));
    await drain();
    expect(await stateOf(sent.id)).toEqual(['PROCESSED', null]);
    const actor = `integration ${integration.id}`;
    const resource = action.startsWith('subscriber.') ? subscriber.id : id;
    const entry = (what: object) => expect.objectContaining({ actor, ...what });
    expect(await entriesOf(created.correlationId)).toContainEqual(
      entry({ action: 'subscription.create', resource: id }),
    );
    expect(await entriesOf(sent.correlationId)).toContainEqual(entry({ action, resource }));
  });

  test('the audit entry of an IPv4 change has the address before and after', async () => {
    const system = await externalSystem(api);
    const becomes = async (ipv4: object) => {
      const sent = await system.send(native('service.updated', { ...service, ipv4 }));
      await system.drain();
      const [entry] = await entriesOf(sent.correlationId);
      return JSON.parse(entry?.changes ?? '{}').ipv4;
    };
    await system.send(native('service.created', service));
    await system.drain();
    expect(await becomes({ mode: 'static', address: '198.51.100.7' })).toEqual({
      before: null,
      after: '198.51.100.7',
    });
    expect(await becomes({ mode: 'none' })).toEqual({ before: '198.51.100.7', after: null });
  });
});
