import { expect, test } from 'vitest';
import { Refusal } from '../../server/contract/errors.ts';
import { createDemarcationPoint } from '../../server/domain/demarcation-point/create.ts';
import { createPayment } from '../../server/domain/payment/create.ts';
import { createPlan } from '../../server/domain/plan/create.ts';
import { activateSubscriber } from '../../server/domain/subscriber/activate.ts';
import { deactivateSubscriber } from '../../server/domain/subscriber/deactivate.ts';
import { getSubscriber } from '../../server/domain/subscriber/read.ts';
import { suspendSubscriber } from '../../server/domain/subscriber/suspend.ts';
import { terminateSubscriber } from '../../server/domain/subscriber/terminate.ts';
import { activateSubscription } from '../../server/domain/subscription/activate.ts';
import { createSubscription } from '../../server/domain/subscription/create.ts';
import { editPlanFromExternal } from '../../server/domain/subscription/edit-from-external.ts';
import { days, lowFloors, newCustomer, passTime } from '../fixtures/customer.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase();
const start = new Date('2026-01-15T09:30:00.000Z');
const on = (day: number) => days(start, day);
const reason = 'Police request';

/** A customer online since the start, and what their partner does with them. */
async function setUp() {
  await database.current.sql`delete from schedule_d_row`;
  await lowFloors(database.current);
  const provider = await newProvider(database.current);
  const ada = await newCustomer(provider, database.current, start);
  const { subscriberId: id, subscriptionId } = ada;
  const before = (await ada.story()).length;
  return {
    pay: (day: number) => ada.pay(on(day)),
    wait: (day: number) => passTime(provider, on(day)),
    hold: (day: number) => provider.at(on(day), (scope) => suspendSubscriber(scope, { id, reason })),
    lift: (day: number) => provider.at(on(day), (scope) => activateSubscriber(scope, { id })),
    deactivate: (day: number, subscriptionIds?: string[]) =>
      provider.at(on(day), (scope) => deactivateSubscriber(scope, { id, subscriptionIds })),
    terminate: (day: number) => provider.at(on(day), (scope) => terminateSubscriber(scope, { id })),
    reactivate: (day: number) =>
      provider.at(on(day), (scope) => activateSubscription(scope, { id: subscriptionId })),
    subscriptionId,
    /** Gives the subscriber another subscription, which awaits the payment of an upgrade for a day. */
    async awaitUpgrade(day: number): Promise<void> {
      await provider.at(on(day), async (scope) => {
        const [plan, expensive] = await Promise.all(
          [30, 45].map((priceAmount) =>
            createPlan(scope, {
              planName: `Home ${day} ${priceAmount}`,
              planType: 'RESIDENTIAL',
              downloadSpeedMbps: 20,
              uploadSpeedMbps: 5,
              priceAmount,
              priceCurrency: 'USD',
              billingCycleDays: 30,
              graceDays: 3,
            }),
          ),
        );
        const point = await createDemarcationPoint(scope, { name: 'Cabinet', accessType: 'FIBER' });
        const made = { subscriberId: id, planId: plan?.id ?? '', demarcationPointId: point.id };
        const other = await createSubscription(scope, made);
        await createPayment(scope, { subscriptionId: other.id, rail: 'manual' });
        const upgrade = { id: other.id, planId: expensive?.id ?? '', freeImmediateUpgrade: false };
        expect(await editPlanFromExternal(scope, upgrade)).toMatchObject({
          status: 'AWAITING_PAYMENT_FOR_UPGRADE',
        });
      });
    },
    /** The subscriber, and what the network makes of the user name. */
    async read(day: number) {
      const { status, hold } = await provider.at(on(day), (scope) => getSubscriber(scope, { id }));
      const [network] = await database.current.sql<{ access: string }[]>`
        select case when g.groupname is not null then g.groupname when c.username is null then 'gone' else 'open' end as access
        from subscription s
        left join radius.radcheck c on c.username = s.radius_username
        left join radius.radusergroup g on g.username = s.radius_username
        where s.id = ${subscriptionId}`;
      return { status, hold, network: network?.access };
    },
    story: async () => (await ada.story()).slice(before),
    /** What the last `subscriber.updated` says of what was before. */
    async lastUpdate() {
      const [event] = await database.current.sql<{ body: string }[]>`
        select body from event where resource_id = ${id} and type = 'subscriber.updated' order by id desc limit 1`;
      const { changedFields, previous } = JSON.parse(event?.body ?? '{"data":{}}').data;
      return { changedFields, previous };
    },
  };
}

/** The error that a refused call names. */
async function refused(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'ok';
  } catch (error) {
    if (error instanceof Refusal) return error.key;
    throw error;
  }
}

const held = (day: number) => ({ reason, since: on(day).toISOString() });

test('hold, then grace ends: the hold is lifted separately, and a payment restores service', async () => {
  const ada = await setUp();
  await ada.hold(20);
  expect(await ada.read(20)).toEqual({ status: 'suspended', hold: held(20), network: 'suspended' });
  await ada.wait(40);
  expect(await ada.read(40)).toEqual({ status: 'suspended', hold: held(20), network: 'suspended' });
  expect(await ada.lift(41)).toMatchObject({ status: 'suspended', hold: null });
  expect(await ada.lastUpdate()).toEqual({ changedFields: ['hold'], previous: { hold: held(20) } });
  expect(await refused(ada.lift(41))).toBe('PRECONDITION');
  await ada.pay(42);
  expect(await ada.read(42)).toEqual({ status: 'active', hold: null, network: 'open' });
  expect(await ada.story()).toEqual([
    '20 subscriber.suspended',
    '27 billing.cycle_ending',
    '30 billing.overdue',
    '33 billing.suspended',
    '33 subscription.deactivated',
    '41 subscriber.updated',
    '42 payment.received',
    '42 billing.cycle_started',
    '42 subscription.updated',
    '42 subscriber.activated',
  ]);
});

test('grace ends, then hold: a payment makes the subscription ACTIVE and network access waits for the hold', async () => {
  const ada = await setUp();
  await ada.wait(40);
  expect(await ada.read(40)).toEqual({ status: 'suspended', hold: null, network: 'suspended' });
  expect(await ada.hold(41)).toMatchObject({ status: 'suspended', hold: held(41) });
  expect(await ada.lastUpdate()).toEqual({ changedFields: ['hold'], previous: { hold: null } });
  expect(await refused(ada.hold(41))).toBe('CONFLICT');
  await ada.pay(42);
  expect(await ada.read(42)).toEqual({ status: 'suspended', hold: held(41), network: 'suspended' });
  await ada.lift(43);
  expect(await ada.read(43)).toEqual({ status: 'active', hold: null, network: 'open' });
  expect((await ada.story()).slice(5)).toEqual([
    '41 subscriber.updated',
    '42 payment.received',
    '42 billing.cycle_started',
    '42 subscription.updated',
    '43 subscriber.activated',
  ]);
});

test('a payment under a hold renews the cycle and does not lift the hold', async () => {
  const ada = await setUp();
  await ada.hold(20);
  await ada.wait(28);
  await ada.pay(28);
  await ada.wait(31);
  expect(await ada.read(31)).toEqual({ status: 'suspended', hold: held(20), network: 'suspended' });
  expect(await ada.lift(32)).toMatchObject({ status: 'active', hold: null });
  expect(await refused(ada.lift(32))).toBe('CONFLICT');
  expect((await ada.story()).filter((line) => line.includes('subscriber.'))).toEqual([
    '20 subscriber.suspended',
    '32 subscriber.activated',
  ]);
});

test('hold, deactivate, lift, pay: each change has its own effect', async () => {
  const ada = await setUp();
  await ada.hold(5);
  await ada.deactivate(6);
  expect(await ada.lift(7)).toMatchObject({ status: 'suspended', hold: null });
  await ada.reactivate(8);
  expect(await ada.read(8)).toEqual({ status: 'suspended', hold: null, network: 'suspended' });
  await ada.pay(9);
  expect(await ada.read(9)).toEqual({ status: 'active', hold: null, network: 'open' });
  expect(await ada.story()).toEqual([
    '5 subscriber.suspended',
    '6 subscription.deactivated',
    '7 subscriber.updated',
    '9 payment.received',
    '9 billing.cycle_started',
    '9 subscription.updated',
    '9 subscriber.activated',
  ]);
});

test('termination removes the hold, 409 CONFLICT for suspend and activate afterwards', async () => {
  const ada = await setUp();
  await ada.hold(5);
  expect(await ada.terminate(6)).toMatchObject({ status: 'terminated', hold: null });
  expect(await ada.read(6)).toEqual({ status: 'terminated', hold: null, network: 'gone' });
  expect(await refused(ada.hold(7))).toBe('CONFLICT');
  expect(await refused(ada.lift(7))).toBe('CONFLICT');
});

test('a subscription with an upgrade hold keeps the subscriber active when the grace of another ends', async () => {
  const ada = await setUp();
  await ada.awaitUpgrade(32.5);
  await ada.wait(33);
  expect(await ada.read(33)).toEqual({ status: 'active', hold: null, network: 'suspended' });
});

test('a subscription with an upgrade hold keeps the subscriber active when another is deactivated', async () => {
  const ada = await setUp();
  await ada.awaitUpgrade(10);
  expect(await ada.deactivate(10.5, [ada.subscriptionId])).toMatchObject({ status: 'active' });
});

test('lifting a hold activates a subscriber whose subscription has an upgrade hold', async () => {
  const ada = await setUp();
  await ada.deactivate(9);
  await ada.awaitUpgrade(10);
  await ada.hold(10.2);
  expect(await ada.lift(10.4)).toMatchObject({ status: 'active', hold: null });
});
