import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../server/contract/days.ts';
import { db } from '../../server/db/client.ts';
import { readCustomerPage } from '../../server/domain/customer-page/read.ts';
import { findCreditDebts } from '../../server/domain/lifecycle/credit/debts.ts';
import { unexpectedMoney } from '../../server/domain/notification/unexpected-money.ts';
import { readSubscriberDebts } from '../../server/domain/payment/debts.ts';
import { drainDue } from '../../server/domain/scheduling/run.ts';
import { type Partner, useApi } from './api.ts';
import {
  activeSubscription,
  advance,
  bodies,
  dataOf,
  eventsCausedBy,
  expectRefused,
  pendingSubscription,
} from './helpers.ts';

const api = useApi();
let partner: Partner;
beforeEach(async () => {
  partner = await api.partner();
});

/** The scope of a read of the partner at an instant. */
const scopeAt = (now: Date) => ({
  ...{ providerId: partner.providerId, livemode: false, correlationId: 'test', now, db: db() },
  caller: { type: 'system', name: 'test' } as const,
});

type Customer = { subscriber: { id: string } };

const onAccount = ({ subscriber }: Customer, amount: number, more: object = {}) =>
  partner.post('/v1/payments', {
    subscriberId: subscriber.id,
    amount,
    currency: 'USD',
    rail: 'manual',
    ...more,
  });
const adjust = ({ subscriber }: Customer, amount: number, more: object = {}) =>
  partner.post(`/v1/subscribers/${subscriber.id}/credit`, {
    amount,
    currency: 'USD',
    note: 'Goodwill',
    ...more,
  });
const charge = async ({ subscriber }: Customer, amount: number) =>
  dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/charges`, bodies.charge({ amount })));
const chargeNow = async ({ subscriber }: Customer, { id }: { id: string }) =>
  dataOf(await partner.get(`/v1/subscribers/${subscriber.id}/charges/${id}`));
const pay = (target: object, more: object = {}) =>
  partner.post('/v1/payments', { ...target, rail: 'manual', ...more });
const subscription = async ({ subscription }: { subscription: { id: string } }) =>
  dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`));
const invoices = async ({ subscriber }: Customer) =>
  dataOf(await partner.get(`/v1/invoices?subscriberId=${subscriber.id}&sort=createdAt`)).map(
    ({ kind, status, amountPaid }: { kind: string; status: string; amountPaid: number }) =>
      `${kind} ${status} ${amountPaid}`,
  );
const credit = async ({ subscriber }: Customer) =>
  dataOf(await partner.get(`/v1/subscribers/${subscriber.id}`)).creditBalance;
const usd = (amount: number) => [{ amount, currency: 'USD' }];
const transactions = async ({ subscriber }: Customer, query = '') => {
  const list = await partner.get(
    `/v1/subscribers/${subscriber.id}/balance-transactions?sort=createdAt${query}`,
  );
  return dataOf(list).map(
    ({ type, amount, endingBalance }: { type: string; amount: number; endingBalance: number }) =>
      `${type} ${amount} = ${endingBalance}`,
  );
};
/** Runs the due work of the partner, as the billing job does after a commit. */
const settle = () => drainDue({ providerId: partner.providerId, budgetMs: 10_000 });

describe('a payment on account', () => {
  test('201 becomes credit, with a balance transaction and payment.received', async () => {
    const customer = await activeSubscription(partner);
    const answer = await onAccount(customer, 70.5);
    expect(answer.status).toBe(201);
    const payment = dataOf(answer);
    expect(payment).toMatchObject({
      ...{ subscriberId: customer.subscriber.id, subscriptionId: null, chargeId: null, invoiceId: null },
      ...{ amount: 70.5, creditedAmount: 70.5, currency: 'USD', status: 'COMPLETED', refundDue: false },
    });
    expect((await eventsCausedBy(partner, answer)).map(({ type }) => type)).toEqual(['payment.received']);
    expect(await credit(customer)).toEqual(usd(70.5));
    const { data, meta } = (
      await partner.get(`/v1/subscribers/${customer.subscriber.id}/balance-transactions`)
    ).body;
    expect(data).toEqual([
      {
        id: expect.stringMatching(/^btx_[0-9a-hjkmnp-tv-z]{26}$/),
        subscriberId: customer.subscriber.id,
        ...{ type: 'PAYMENT', amount: 70.5, currency: 'USD', endingBalance: 70.5 },
        ...{ subscriptionId: null, paymentId: payment.id, refundId: null, invoiceId: null, chargeId: null },
        ...{ note: null, createdAt: payment.completedAt, updatedAt: payment.completedAt },
      },
    ]);
    expect(meta.total).toBe(1);
  });

  test('on the simulated rail becomes credit when it succeeds, and several may be open at once', async () => {
    const customer = await pendingSubscription(partner, { plan: { priceAmount: 500 } });
    const [one, two] = [
      dataOf(await onAccount(customer, 10, { rail: 'simulated' })),
      dataOf(await onAccount(customer, 10, { rail: 'simulated' })),
    ];
    expect(one).toMatchObject({ status: 'PENDING', creditedAmount: 0 });
    expect(await credit(customer)).toEqual([]);
    dataOf(await partner.post(`/v1/payments/${one.id}/simulate`, { outcome: 'succeed' }));
    dataOf(await partner.post(`/v1/payments/${two.id}/simulate`, { outcome: 'reject' }));
    expect(await credit(customer)).toEqual(usd(10));
  });

  test('400 without amount or currency, for an unknown subscriber, another currency code or too many decimals', async () => {
    const { subscriber } = await pendingSubscription(partner);
    const post = (body: object) => partner.post('/v1/payments', { rail: 'manual', ...body });
    const { id: subscriberId } = subscriber;
    expectRefused(await post({ subscriberId, currency: 'USD' }), 400, { field: 'amount', code: 'REQUIRED' });
    expectRefused(await post({ subscriberId, amount: 5 }), 400, { field: 'currency', code: 'REQUIRED' });
    expectRefused(await post({ subscriberId, amount: 5, currency: 'XYZ' }), 400, { field: 'currency' });
    expectRefused(await post({ subscriberId, amount: 5.001, currency: 'USD' }), 400, {
      field: 'amount',
      code: 'INVALID_FORMAT',
    });
    expectRefused(await post({ subscriberId: 'sub_none', amount: 5, currency: 'USD' }), 400, {
      field: 'subscriberId',
      code: 'INVALID_VALUE',
    });
    expectRefused(await post({}), 400, { field: 'subscriptionId', code: 'REQUIRED' });
  });
});

describe('settlement', () => {
  test('in order of due date, each in full, and it stops at the first debt that credit does not cover', async () => {
    const customer = await activeSubscription(partner);
    const first = await charge(customer, 40);
    await advance(partner, { hours: 1 });
    const second = await charge(customer, 50);
    await advance(partner, { hours: 1 });
    const third = await charge(customer, 5);
    dataOf(await onAccount(customer, 45));
    expect(await credit(customer)).toEqual(usd(5));
    expect(await transactions(customer)).toEqual(['PAYMENT 45 = 45', 'SETTLEMENT -40 = 5']);
    const states = async () =>
      Promise.all([first, second, third].map(async (each) => (await chargeNow(customer, each)).status));
    expect(await states()).toEqual(['PAID', 'PENDING', 'PENDING']);
    dataOf(await adjust(customer, 50));
    expect(await states()).toEqual(['PAID', 'PAID', 'PAID']);
    expect(await credit(customer)).toEqual([]);
  });

  test('of thousands of charges it reads the first that has not expired, and 100 are offered for payment', async () => {
    const customer = await activeSubscription(partner);
    const path = `/v1/subscribers/${customer.subscriber.id}/charges`;
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);
    const expiresAt = inHours(1).toISOString();
    const first = dataOf(await partner.post(path, { ...bodies.charge({ amount: 1 }), expiresAt }));
    const second = await charge(customer, 2);
    await api.sql`
      insert into charge (provider_id, id, subscriber_id, description, amount, currency, status, created_at, updated_at)
      select provider_id, left(id, 24) || lpad(n::text, 6, 'z'), subscriber_id, description, amount, currency, status,
        created_at + interval '1 second', updated_at
      from charge, generate_series(1, 150) n where id = ${second.id}`;
    const settled = async (now: Date) =>
      (await findCreditDebts(scopeAt(now), customer.subscriber.id, 'USD')).map((debt) => debt.charge?.id);
    expect(await settled(inHours(0))).toEqual([first.id]);
    expect(await settled(inHours(2))).toEqual([second.id]);
    const offered = async (now: Date) =>
      (await readSubscriberDebts(scopeAt(now), { subscriberId: customer.subscriber.id })).map(
        ({ chargeId }) => chargeId,
      );
    expect((await offered(inHours(0))).slice(0, 2)).toEqual([first.id, second.id]);
    expect(await offered(inHours(0))).toHaveLength(100);
    expect((await offered(inHours(2)))[0]).toBe(second.id);
  });

  test('of hundreds of subscriptions it reads the first that costs something, and 100 are offered for payment', async () => {
    const { subscriber, subscription } = await pendingSubscription(partner);
    const columns = await api.sql<{ name: string }[]>`
      select attname as name from pg_attribute
      where attrelid = 'subscription'::regclass and attnum > 0 and not attisdropped and attgenerated = ''`;
    const changed: Record<string, string> = {
      id: `left(s.id, 24) || lpad(n::text, 6, 'z')`,
      created_at: `s.created_at + n * interval '1 second'`,
    };
    const values = columns.map(({ name }) => changed[name] ?? `s.${name}`);
    await api.sql.unsafe(`
      insert into subscription (${columns.map(({ name }) => name).join(', ')}) select ${values.join(', ')}
      from subscription s, generate_series(1, 150) n where s.id = '${subscription.id}'`);
    const scope = scopeAt(new Date());
    const targets = async () =>
      (await findCreditDebts(scope, subscriber.id, 'USD')).map(({ target }) => target);
    expect(await targets()).toEqual([`first:${subscription.id}`]);
    await api.sql`update subscription set price_override = 0 where subscriber_id = ${subscriber.id} and created_at < (
      select created_at + interval '30 seconds' from subscription where id = ${subscription.id})`;
    const [thirtieth] = await api.sql`
      select id from subscription where subscriber_id = ${subscriber.id} order by created_at offset 30 limit 1`;
    expect(await targets()).toEqual([`first:${thirtieth?.id}`]);
    expect((await readSubscriberDebts(scope, { subscriberId: subscriber.id })).length).toBeLessThanOrEqual(
      100,
    );
    const page = await readCustomerPage({ scope, subscriberId: subscriber.id, language: null });
    expect(page).toMatchObject({ moreServices: 141, debts: expect.any(Array) });
    expect([page.services.length, page.debts.length]).toEqual([10, 20]);
    expect(page.debts.every(({ name }) => name === page.services[0]?.planName)).toBe(true);
  });

  test('a new charge is settled at once, unless an earlier debt waits', async () => {
    const customer = await activeSubscription(partner);
    dataOf(await adjust(customer, 60));
    expect(await charge(customer, 20)).toMatchObject({ status: 'PAID', paidAt: expect.any(String) });
    expect(await charge(customer, 50)).toMatchObject({ status: 'PENDING' });
    expect(await charge(customer, 10)).toMatchObject({ status: 'PENDING' });
    expect(await credit(customer)).toEqual(usd(40));
  });

  test('goes on within seconds when the debt that waited is waived', async () => {
    const customer = await activeSubscription(partner);
    dataOf(await adjust(customer, 40));
    const large = await charge(customer, 50);
    const small = await charge(customer, 10);
    dataOf(await partner.post(`/v1/subscribers/${customer.subscriber.id}/charges/${large.id}/waive`, {}));
    await settle();
    expect(await chargeNow(customer, small)).toMatchObject({ status: 'PAID' });
  });

  test('a subscription that credit covers is PENDING in the answer and ACTIVE within seconds, with an invoice', async () => {
    const customer = await pendingSubscription(partner);
    dataOf(await partner.delete(`/v1/subscriptions/${customer.subscription.id}`));
    dataOf(await adjust(customer, 120));
    const { plan, point, subscriber } = customer;
    const made = await partner.post('/v1/subscriptions', {
      ...{ subscriberId: subscriber.id, planId: plan.id, demarcationPointId: point.id },
    });
    expect(dataOf(made).status).toBe('PENDING');
    await settle();
    expect(await subscription({ subscription: dataOf(made) })).toMatchObject({ status: 'ACTIVE' });
    expect(await credit(customer)).toEqual(usd(20));
    expect(await invoices(customer)).toEqual(['FIRST PAID 100']);
    const types = dataOf(await partner.get(`/v1/events?limit=20`)).map(({ type }: { type: string }) => type);
    expect(types).toEqual(expect.arrayContaining(['subscription.updated', 'billing.cycle_started']));
    expect(types).not.toContain('payment.received');
  });

  test('a payment on account starts a pending subscription in the same request', async () => {
    const customer = await pendingSubscription(partner);
    const open = dataOf(await pay({ subscriptionId: customer.subscription.id }, { rail: 'simulated' }));
    dataOf(await onAccount(customer, 100));
    expect(await subscription(customer)).toMatchObject({ status: 'ACTIVE' });
    expect(dataOf(await partner.get(`/v1/payments/${open.id}`))).toMatchObject({ status: 'EXPIRED' });
  });

  test('a renewal is settled when it is issued, and the next cycle starts as when it is paid', async () => {
    const customer = await activeSubscription(partner);
    dataOf(await adjust(customer, 130));
    const moved = await advance(partner, { days: 28 });
    expect(await invoices(customer)).toEqual(['FIRST PAID 100', 'RENEWAL PAID 100']);
    expect(await credit(customer)).toEqual(usd(30));
    expect((await eventsCausedBy(partner, moved)).map(({ type }) => type)).toEqual(['billing.cycle_ending']);
    const ended = await advance(partner, { days: 3 });
    const types = (await eventsCausedBy(partner, ended)).map(({ type }) => type);
    expect(types).toEqual(['billing.cycle_started', 'subscription.updated']);
    expect(await subscription(customer)).toMatchObject({ status: 'ACTIVE' });
  });

  test('a renewal waits for a first payment that was owed before it', async () => {
    const customer = await activeSubscription(partner);
    const { id: planId } = dataOf(await partner.post('/v1/plans', bodies.plan({ priceAmount: 200 })));
    const { subscriber, point } = customer;
    const second = { subscriberId: subscriber.id, planId, demarcationPointId: point.id };
    dataOf(await partner.post('/v1/subscriptions', second));
    dataOf(await adjust(customer, 130));
    await advance(partner, { days: 28 });
    expect(await invoices(customer)).toEqual(['FIRST PAID 100', 'RENEWAL OPEN 0']);
    expect(await credit(customer)).toEqual(usd(130));
  });

  test('money that arrives in grace continues service, and after grace it returns the subscription last', async () => {
    const customer = await activeSubscription(partner);
    await advance(partner, { days: 31 });
    expect((await subscription(customer)).currentCycle.status).toBe('OVERDUE');
    dataOf(await onAccount(customer, 100));
    expect((await subscription(customer)).currentCycle.status).toBe('ACTIVE');
    await advance(partner, { days: 33 });
    expect(await subscription(customer)).toMatchObject({
      status: 'INACTIVE',
      inactiveReason: 'GRACE_EXPIRED',
    });
    const late = await charge(customer, 30);
    dataOf(await onAccount(customer, 100));
    // The charge is due first, so the return waits for the rest.
    expect(await chargeNow(customer, late)).toMatchObject({ status: 'PAID' });
    expect(await subscription(customer)).toMatchObject({ status: 'INACTIVE' });
    dataOf(await onAccount(customer, 30));
    expect(await subscription(customer)).toMatchObject({ status: 'ACTIVE' });
    expect(dataOf(await partner.get(`/v1/subscribers/${customer.subscriber.id}`)).status).toBe('active');
    expect(await credit(customer)).toEqual([]);
  });

  test('does not return a subscription that ended for another reason than grace', async () => {
    const customer = await activeSubscription(partner);
    dataOf(await partner.delete(`/v1/subscriptions/${customer.subscription.id}/plan?when=immediately`));
    expect(await subscription(customer)).toMatchObject({
      status: 'INACTIVE',
      inactiveReason: 'PLAN_REMOVED',
    });
    dataOf(await onAccount(customer, 500));
    await settle();
    expect(await subscription(customer)).toMatchObject({ status: 'INACTIVE' });
    expect(await credit(customer)).toEqual(usd(500));
  });

  test('a debt with a payment in transit waits for it', async () => {
    const customer = await activeSubscription(partner);
    const due = await charge(customer, 30);
    const payment = dataOf(await pay({ chargeId: due.id }, { rail: 'simulated' }));
    await api.sql`update payment set status = 'PROCESSING' where id = ${payment.id}`;
    dataOf(await onAccount(customer, 30));
    expect(await chargeNow(customer, due)).toMatchObject({ status: 'PENDING' });
    dataOf(await partner.post(`/v1/payments/${payment.id}/simulate`, { outcome: 'reject' }));
    await settle();
    expect(await chargeNow(customer, due)).toMatchObject({ status: 'PAID' });
    // The move to PROCESSING above has no audit entry.
    await api.sql`delete from payment where id = ${payment.id}`;
  });
});

describe('a payment with a target', () => {
  test('pays what is owed less the credit that settles it', async () => {
    const customer = await activeSubscription(partner);
    dataOf(await adjust(customer, 30));
    await advance(partner, { days: 28 });
    const target = { subscriptionId: customer.subscription.id };
    expectRefused(await pay(target, { amount: 100 }), 400, { field: 'amount', code: 'INVALID_VALUE' });
    expect(dataOf(await pay(target, { amount: 70 }))).toMatchObject({ amount: 70, creditedAmount: 0 });
    expect(await invoices(customer)).toEqual(['FIRST PAID 100', 'RENEWAL PAID 100']);
    expect(await transactions(customer)).toEqual(['ADJUSTMENT 30 = 30', 'SETTLEMENT -30 = 0']);
  });

  test('is not lowered by credit that an earlier debt waits for', async () => {
    const customer = await activeSubscription(partner);
    const earlier = await charge(customer, 80);
    await advance(partner, { hours: 1 });
    const later = await charge(customer, 50);
    dataOf(await adjust(customer, 40));
    expect(dataOf(await pay({ chargeId: later.id }))).toMatchObject({ amount: 50 });
    expect(dataOf(await pay({ chargeId: earlier.id }))).toMatchObject({ amount: 40 });
    expect(await credit(customer)).toEqual([]);
  });

  test('is not lowered by credit for a return to service while another debt is due', async () => {
    const customer = await activeSubscription(partner);
    await advance(partner, { days: 64 });
    expect(await subscription(customer)).toMatchObject({ status: 'INACTIVE' });
    dataOf(await adjust(customer, 10));
    const scope = scopeAt(new Date(Date.now() + 64 * DAY_MS));
    const owed = async () =>
      (await readSubscriberDebts(scope, { subscriberId: customer.subscriber.id })).map(({ total }) => total);
    expect(await owed()).toEqual([90]);
    await charge(customer, 30);
    expect(await owed()).toEqual([100, 20]);
  });

  test('of the rest becomes credit when its credit is gone meanwhile, and settles what it covers', async () => {
    const customer = await activeSubscription(partner);
    const large = await charge(customer, 80);
    dataOf(await adjust(customer, 30));
    const rest = dataOf(await pay({ chargeId: large.id }, { rail: 'simulated' }));
    expect(rest.amount).toBe(50);
    dataOf(await adjust(customer, -20));
    const paid = dataOf(await partner.post(`/v1/payments/${rest.id}/simulate`, { outcome: 'succeed' }));
    expect(paid).toMatchObject({ status: 'COMPLETED', chargeId: null, creditedAmount: 50, refundDue: false });
    expect(await chargeNow(customer, large)).toMatchObject({ status: 'PENDING' });
    expect(await credit(customer)).toEqual(usd(60));
    dataOf(await pay({ chargeId: large.id }, { amount: 20 }));
    expect(await credit(customer)).toEqual([]);
  });

  test('409 where credit covers the debt already', async () => {
    const customer = await pendingSubscription(partner);
    dataOf(await partner.delete(`/v1/subscriptions/${customer.subscription.id}`));
    dataOf(await adjust(customer, 100));
    const { plan, point, subscriber } = customer;
    const made = dataOf(
      await partner.post('/v1/subscriptions', {
        ...{ subscriberId: subscriber.id, planId: plan.id, demarcationPointId: point.id },
      }),
    );
    expectRefused(await pay({ subscriptionId: made.id }), 409);
  });

  test('of a terminated subscriber becomes credit', async () => {
    const customer = await activeSubscription(partner);
    const due = await charge(customer, 30);
    const payment = dataOf(await pay({ chargeId: due.id }, { rail: 'simulated' }));
    await api.sql`update payment set status = 'PROCESSING' where id = ${payment.id}`;
    dataOf(await partner.post(`/v1/subscribers/${customer.subscriber.id}/terminate`, {}));
    const paid = dataOf(await partner.post(`/v1/payments/${payment.id}/simulate`, { outcome: 'succeed' }));
    expect(paid).toMatchObject({ status: 'COMPLETED', creditedAmount: 30, refundDue: false });
    expect(await credit(customer)).toEqual(usd(30));
    const received = dataOf(await onAccount(customer, 5));
    const scope = { db: db(), providerId: partner.providerId, now: new Date(Date.now() + 60_000) };
    expect(await unexpectedMoney(scope as never)).toMatchObject([
      { kind: 'MONEY_UNEXPECTED', paymentId: received.id, amount: 5, requested: 5 },
      { kind: 'MONEY_UNEXPECTED', paymentId: payment.id, amount: 30, requested: 30 },
    ]);
    expect(await credit(customer)).toEqual(usd(35));
  });
});

describe('an adjustment', () => {
  test('201 with the balance transaction, in both directions, never below 0', async () => {
    const customer = await activeSubscription(partner);
    const answer = await adjust(customer, 10);
    expect(answer.status).toBe(201);
    expect(dataOf(answer)).toMatchObject({
      type: 'ADJUSTMENT',
      amount: 10,
      endingBalance: 10,
      note: 'Goodwill',
    });
    expect(dataOf(await adjust(customer, -4))).toMatchObject({ amount: -4, endingBalance: 6 });
    const refused = { field: 'amount', code: 'OUT_OF_RANGE' };
    expectRefused(await adjust(customer, -6.01), 400, refused);
    expectRefused(await adjust(customer, -1, { currency: 'KES' }), 400, refused);
    expectRefused(await adjust(customer, 0), 400, refused);
    expectRefused(await adjust(customer, 0.001), 400, { field: 'amount', code: 'INVALID_FORMAT' });
    expectRefused(await adjust(customer, 1, { note: '' }), 400, { field: 'note', code: 'REQUIRED' });
    expectRefused(await adjust({ subscriber: { id: 'sub_none' } }, 1), 404);
    expect(await transactions(customer, '&type=ADJUSTMENT&currency=USD')).toHaveLength(2);
    expect(await transactions(customer, '&currency=KES')).toEqual([]);
    expect(await credit(customer)).toEqual(usd(6));
  });

  test('each currency settles its own debts', async () => {
    const customer = await activeSubscription(partner);
    const due = await charge(customer, 10);
    dataOf(await adjust(customer, 1_000, { currency: 'KES' }));
    expect(await chargeNow(customer, due)).toMatchObject({ status: 'PENDING' });
    dataOf(await adjust(customer, 12));
    expect(await credit(customer)).toEqual([
      { amount: 1_000, currency: 'KES' },
      { amount: 2, currency: 'USD' },
    ]);
  });
});

test('a charge that credit paid in part stays PAID when the payment of the rest is refunded', async () => {
  const customer = await activeSubscription(partner);
  dataOf(await onAccount(customer, 20));
  const due = await charge(customer, 50);
  const payment = dataOf(await pay({ chargeId: due.id }));
  expect(payment.amount).toBe(30);
  dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, {}));
  expect(await chargeNow(customer, due)).toMatchObject({ status: 'PAID' });
  expect(await credit(customer)).toEqual([]);
});

describe('a refund of a payment on account', () => {
  test('is at most the credit left, and takes it', async () => {
    const customer = await activeSubscription(partner);
    const payment = dataOf(await onAccount(customer, 60));
    await charge(customer, 25);
    const refund = (body: object) => partner.post(`/v1/payments/${payment.id}/refunds`, body);
    expectRefused(await refund({ amount: 36 }), 400, { field: 'amount', code: 'OUT_OF_RANGE' });
    const made = dataOf(await refund({ amount: 5 }));
    expect(await transactions(customer)).toEqual([
      'PAYMENT 60 = 60',
      'SETTLEMENT -25 = 35',
      'REFUND -5 = 30',
    ]);
    const [newest] = dataOf(
      await partner.get(`/v1/subscribers/${customer.subscriber.id}/balance-transactions?limit=1`),
    );
    expect(newest).toMatchObject({ paymentId: payment.id, refundId: made.id });
    expect(dataOf(await refund({}))).toMatchObject({ amount: 30 });
    expectRefused(await refund({}), 400, { field: 'amount', code: 'OUT_OF_RANGE' });
  });
});

describe('keep as credit', () => {
  async function lateMoney() {
    const customer = await activeSubscription(partner);
    const due = await charge(customer, 30);
    const payment = dataOf(await pay({ chargeId: due.id }, { rail: 'simulated' }));
    await advance(partner, { days: 2 });
    dataOf(await partner.post(`/v1/payments/${payment.id}/simulate`, { outcome: 'succeed' }));
    return { ...customer, due, path: `/v1/payments/${payment.id}` };
  }

  test('200: the payment stays EXPIRED, without an event, and settles what it covers', async () => {
    const late = await lateMoney();
    const answer = await partner.post(`${late.path}/keep-as-credit`, {});
    expect(answer.status).toBe(200);
    expect(dataOf(answer)).toMatchObject({ status: 'EXPIRED', refundDue: false, creditedAmount: 30 });
    expect(await eventsCausedBy(partner, answer)).toEqual([]);
    expect(await chargeNow(late, late.due)).toMatchObject({ status: 'PAID' });
    expect(await transactions(late)).toEqual(['PAYMENT 30 = 30', 'SETTLEMENT -30 = 0']);
    expectRefused(await partner.post(`${late.path}/keep-as-credit`, {}), 409);
    expectRefused(await partner.post(`${late.path}/refunds`, {}), 400, { code: 'OUT_OF_RANGE' });
  });

  test('keeps what was not refunded, and a refund takes it from the credit', async () => {
    const late = await lateMoney();
    dataOf(await partner.post(`/v1/subscribers/${late.subscriber.id}/charges/${late.due.id}/waive`, {}));
    dataOf(await partner.post(`${late.path}/refunds`, { amount: 10 }));
    expect(dataOf(await partner.post(`${late.path}/keep-as-credit`, {}))).toMatchObject({
      creditedAmount: 20,
    });
    dataOf(await partner.post(`${late.path}/refunds`, {}));
    expect(await transactions(late)).toEqual(['PAYMENT 20 = 20', 'REFUND -20 = 0']);
  });

  test('409 for a payment that is not due for refund', async () => {
    const { payment } = await activeSubscription(partner);
    expectRefused(await partner.post(`/v1/payments/${payment.id}/keep-as-credit`, {}), 409);
  });
});
