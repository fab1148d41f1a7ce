import { expect, test } from 'vitest';
import { listAudit } from '../../server/domain/audit/list.ts';
import { createPayment } from '../../server/domain/payment/create.ts';
import { days, lowFloors, newCustomer, passTime } from '../fixtures/customer.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
const start = new Date('2026-01-15T09:30:00.000Z');

async function setUp() {
  await database.current.sql`delete from schedule_d_row`;
  await lowFloors(database.current);
  const provider = await newProvider(database.current);
  const ada = await newCustomer(provider, database.current, start);
  const { subscriberId, subscriptionId } = ada;
  const names = new Map([
    [subscriberId, 'subscriber'],
    [subscriptionId, 'subscription'],
  ]);
  return {
    provider,
    ada,
    until: (day: number) => passTime(provider, days(start, day)),
    /** The audit entries since a day, with names instead of ids. */
    async auditEntries(since: number) {
      const { sql } = database.current;
      for (const { id, name } of await sql<{ id: string; name: string }[]>`
        select id, 'cycle ' || row_number() over (order by starts_at) as name from billing_cycle
        where subscription_id = ${subscriptionId}
        union all
        select id, 'invoice ' || row_number() over (order by issued_at) from invoice
        where subscription_id = ${subscriptionId}
        union all
        select id, 'payment' from payment where subscription_id = ${subscriptionId} and rail = 'simulated'`) {
        names.set(id, name);
      }
      const rows = await sql`
        select actor_type, actor_name, action, resource_id, changes, affected from audit_entry
        where provider_id = ${provider.providerId} and created_at >= ${days(start, since).toISOString()}
        order by created_at, id`;
      return rows.map(({ actor_type, actor_name, action, resource_id, changes, affected }) => ({
        actor: [actor_type, actor_name],
        action,
        of: names.get(resource_id),
        changes: JSON.parse(changes),
        affected: Object.fromEntries(
          Object.entries(JSON.parse(affected) as Record<string, string[]>).map(([what, ids]) => [
            what,
            ids.map((id) => names.get(id)),
          ]),
        ),
      }));
    },
  };
}

const bySystem = { actor: ['system', 'billing run'], changes: {} };

test('a renewal creates one audit entry at its window and one at the end of the cycle, with ids and without values', async () => {
  const { ada, until, auditEntries } = await setUp();
  await until(28);
  expect(await auditEntries(27)).toEqual([
    {
      ...bySystem,
      action: 'subscription.renewal_window',
      of: 'subscription',
      affected: { 'billingCycle.create': ['cycle 2'], 'invoice.create': ['invoice 2'] },
    },
  ]);
  await ada.pay(days(start, 28));
  await until(30);
  expect(await auditEntries(30)).toEqual([
    {
      ...bySystem,
      action: 'subscription.cycle_end',
      of: 'subscription',
      affected: {
        'billingCycle.close': ['cycle 1'],
        'billingCycle.start': ['cycle 2'],
        'subscription.renew': ['subscription'],
      },
    },
  ]);
});

test('the end of grace creates one audit entry of the subscription and one of the subscriber', async () => {
  const { until, auditEntries } = await setUp();
  await until(40);
  expect(await auditEntries(33)).toEqual([
    {
      ...bySystem,
      action: 'subscription.grace_end',
      of: 'subscription',
      affected: {
        'billingCycle.suspend': ['cycle 1'],
        'billingCycle.close': ['cycle 2'],
        'invoice.void': ['invoice 2'],
        'subscription.deactivate': ['subscription'],
      },
    },
    {
      ...bySystem,
      action: 'subscriber.grace_end',
      of: 'subscriber',
      affected: { 'subscriber.suspend': ['subscriber'] },
    },
  ]);
});

test('the audit trail of an invoice includes entries of its subscription that name the invoice', async () => {
  const { provider, ada, until } = await setUp();
  await until(28);
  const { subscriptionId } = ada;
  await provider.at(days(start, 28), (scope) => createPayment(scope, { subscriptionId, rail: 'simulated' }));
  await until(40);
  const [renewal] = await database.current.sql<{ id: string }[]>`
    select id from invoice where subscription_id = ${subscriptionId} and kind = 'RENEWAL'`;
  const [payment] = await database.current.sql<{ id: string }[]>`
    select id from payment where subscription_id = ${subscriptionId} and rail = 'simulated'`;
  const trail = (resourceId = '') =>
    provider.at(days(start, 40), async (scope) => {
      const paging = { page: 1, limit: 20, sort: '-createdAt' as const };
      const { data } = await listAudit(scope, { ...paging, resourceId });
      return data.map(({ action, affected }) => [action, ...Object.keys(affected ?? {})]);
    });
  expect(await trail(renewal?.id)).toEqual([
    [
      'subscription.grace_end',
      'billingCycle.suspend',
      'billingCycle.close',
      'invoice.void',
      'subscription.deactivate',
    ],
    ['subscription.renewal_window', 'billingCycle.create', 'invoice.create'],
  ]);
  expect((await trail(payment?.id)).at(0)).toEqual(['subscription.payment_expiry', 'payment.expire']);
  expect(await trail('inv_01kvsy9gf7fc69v7jfc1r55wx4')).toEqual([]);
});
