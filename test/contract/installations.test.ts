import { beforeAll, describe, expect, test } from 'vitest';
import { type Answer, type Partner, useApi } from './api.ts';
import {
  activeSubscription,
  advance,
  caused,
  dataOf,
  eventTypes,
  expectRefused,
  pendingSubscription,
} from './world.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

const DAY_MS = 86_400_000;
const daysOn = (at: string, days: number) => new Date(Date.parse(at) + days * DAY_MS).toISOString();

/** A subscription with an installation, and everything that can be done to it. */
async function ordered(over: object = {}, by = partner) {
  const world = await activeSubscription(by);
  const answer = await by.post('/v1/installations', { subscriptionId: world.subscription.id, ...over });
  const installation = dataOf(answer);
  const path = `/v1/installations/${installation.id}`;
  const feePath = `/v1/subscribers/${world.subscriber.id}/charges/${installation.chargeId}`;
  return {
    ...world,
    answer,
    installation,
    path,
    feePath,
    read: async () => dataOf(await by.get(path)),
    fee: async () => dataOf(await by.get(feePath)),
    patch: (body: object) => by.patch(path, body),
    cancel: () => by.post(`${path}/cancel`),
    pay: (rail = 'manual') => by.post('/v1/payments', { installationId: installation.id, rail }),
  };
}

const types = async (answer: Answer, by = partner) => (await caused(by, answer)).map(({ type }) => type);

/** Holds that a request announced the installation's move, with the contract's `previous`. */
async function expectMoved(answer: Answer, previous: object, by = partner) {
  const moved = (await caused(by, answer)).filter(({ type }) => type === 'installation.updated');
  expect(moved).toHaveLength(1);
  expect(Object.keys(moved[0]?.data ?? {}).sort()).toEqual(['current', 'object', 'previous']);
  expect(moved[0]?.data.previous).toEqual({ required: true, free: false, kind: 'INITIAL', ...previous });
  return moved[0]?.data.current;
}

describe('create', () => {
  test('without a fee awaits installation', async () => {
    const { answer, installation, subscriber, subscription, point, read } = await ordered();
    expect(answer.status).toBe(201);
    expect(installation).toEqual({
      id: expect.stringMatching(/^inst_[0-9a-z]{26}$/),
      installationId: installation.id,
      subscriptionId: subscription.id,
      subscriberId: subscriber.id,
      demarcationPointId: point.id,
      required: true,
      free: true,
      feeAmount: 0,
      currency: 'USD',
      chargeId: null,
      kind: 'INITIAL',
      status: 'AWAITING_INSTALLATION',
      scheduledAt: null,
      windowEndsAt: daysOn(installation.createdAt, 30),
      installedAt: null,
      technician: null,
      notes: null,
      createdAt: expect.any(String),
      updatedAt: installation.createdAt,
    });
    const events = await caused(partner, answer);
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'installation.created', data: { object: 'installation', current: installation } },
    ]);
    expect(await read()).toEqual(installation);
  });

  test('with a fee makes a charge and waits for it', async () => {
    const { answer, installation, subscription, fee } = await ordered({
      feeAmount: 49.5,
      kind: 'RELOCATION',
    });
    expect(installation).toMatchObject({ status: 'PENDING_PAYMENT', free: false, feeAmount: 49.5 });
    const charge = await fee();
    expect(charge).toMatchObject({
      id: installation.chargeId,
      installationId: installation.id,
      subscriptionId: subscription.id,
      description: 'Relocation fee',
      amount: 49.5,
      currency: 'USD',
      status: 'PENDING',
      expiresAt: null,
    });
    const events = await caused(partner, answer);
    expect(events.map(({ type, data }) => [type, data.current])).toEqual([
      ['installation.created', installation],
      ['subscriber.charge.created', charge],
    ]);
  });

  test('with a waived fee is free', async () => {
    const { installation, answer } = await ordered({ feeAmount: 50, feeWaived: true });
    expect(installation).toMatchObject({
      status: 'AWAITING_INSTALLATION',
      free: true,
      feeAmount: 50,
      chargeId: null,
    });
    expect(await types(answer)).toEqual(['installation.created']);
  });

  test('keeps the appointment, and the window lies behind it', async () => {
    const soon = daysOn(new Date().toISOString(), 7);
    const first = (await ordered({ scheduledAt: soon })).installation;
    expect(first).toMatchObject({ scheduledAt: soon, windowEndsAt: daysOn(first.createdAt, 30) });
    const late = daysOn(new Date().toISOString(), 45);
    expect((await ordered({ scheduledAt: late })).installation).toMatchObject({
      scheduledAt: late,
      windowEndsAt: daysOn(late, 30),
    });
  });

  test('before the first payment, too', async () => {
    const { subscription } = await pendingSubscription(partner);
    const answer = await partner.post('/v1/installations', { subscriptionId: subscription.id });
    expect(dataOf(answer).status).toBe('AWAITING_INSTALLATION');
  });

  test('one at a time for a subscription: installation_already_active', async () => {
    const { subscription, cancel } = await ordered();
    const again = () => partner.post('/v1/installations', { subscriptionId: subscription.id });
    const conflict = { error: 'installation_already_active', field: 'subscriptionId', code: 'CONFLICT' };
    expectRefused(await again(), 409, conflict);
    dataOf(await cancel());
    dataOf(await again());
    expectRefused(await again(), 409, conflict);
  });

  test('two at once: one is made', async () => {
    const { subscription } = await activeSubscription(partner);
    const body = { subscriptionId: subscription.id, feeAmount: 10 };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => partner.post('/v1/installations', body)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409]);
    const [{ charges }] = (await api.sql`
      select count(*)::int as charges from charge where subscription_id = ${subscription.id}`) as never as [
      { charges: number },
    ];
    expect(charges).toBe(1);
  });

  test('the database itself refuses a second open one', async () => {
    const { installation } = await ordered();
    const copy = api.sql`
      insert into installation select (jsonb_populate_record(i, '{"id": "inst_copy"}')).* from installation i
      where i.id = ${installation.id}`;
    await expect(copy).rejects.toThrow('installation_open');
  });

  test('without a demarcation point: subscription_missing_demarcation_point', async () => {
    const { subscription } = await activeSubscription(partner);
    await api.sql`update subscription set demarcation_point_id = null where id = ${subscription.id}`;
    expectRefused(await partner.post('/v1/installations', { subscriptionId: subscription.id }), 400, {
      error: 'subscription_missing_demarcation_point',
      field: 'subscriptionId',
      code: 'PRECONDITION',
    });
  });

  test('on an ended subscription: IMMUTABLE', async () => {
    const { subscription } = await pendingSubscription(partner);
    dataOf(await partner.delete(`/v1/subscriptions/${subscription.id}`));
    expectRefused(await partner.post('/v1/installations', { subscriptionId: subscription.id }), 409, {
      error: 'IMMUTABLE',
      field: 'subscriptionId',
    });
  });

  test.each([
    ['subscriptionId', 'REQUIRED', { subscriptionId: undefined }],
    ['subscriptionId', 'INVALID_VALUE', { subscriptionId: 'sbn_x' }],
    ['kind', 'UNSUPPORTED', { kind: 'SECOND' }],
    ['feeAmount', 'OUT_OF_RANGE', { feeAmount: -1 }],
    ['feeAmount', 'INVALID_FORMAT', { feeAmount: 1.001 }],
    ['feeAmount', 'INVALID_FORMAT', { feeAmount: '5' }],
    ['feeWaived', 'INVALID_FORMAT', { feeWaived: 'yes' }],
    ['scheduledAt', 'INVALID_FORMAT', { scheduledAt: 'tomorrow' }],
    ['windowEndsAt', 'NOT_ALLOWED', { windowEndsAt: '2030-01-01T00:00:00Z' }],
  ])('%s is checked: %s', async (field, code, over) => {
    const { subscription } = await activeSubscription(partner);
    expectRefused(
      await partner.post('/v1/installations', { subscriptionId: subscription.id, ...over }),
      400,
      {
        error: 'VALIDATION_FAILED',
        field,
        code,
      },
    );
  });
});

describe('the fee', () => {
  test('paid moves it on', async () => {
    const { installation, read, fee, pay } = await ordered({ feeAmount: 50 });
    const answer = await pay();
    const payment = dataOf(answer);
    expect(payment).toMatchObject({
      installationId: installation.id,
      chargeId: installation.chargeId,
      subscriptionId: null,
      amount: 50,
      status: 'COMPLETED',
    });
    expect(await types(answer)).toEqual(['payment.received', 'installation.updated']);
    const current = await expectMoved(answer, { status: 'PENDING_PAYMENT' });
    expect(current).toMatchObject({ status: 'AWAITING_INSTALLATION', free: false });
    expect(await read()).toEqual(current);
    expect(await fee()).toMatchObject({ status: 'PAID', paidAt: payment.completedAt });
    expectRefused(await pay(), 409, { error: 'CONFLICT', field: 'installationId' });
  });

  test('paid as a charge moves it on just the same', async () => {
    const { installation, read } = await ordered({ feeAmount: 50 });
    dataOf(await partner.post('/v1/payments', { chargeId: installation.chargeId, rail: 'manual' }));
    expect((await read()).status).toBe('AWAITING_INSTALLATION');
  });

  test('cannot be paid twice, whatever it is called', async () => {
    const { installation, pay } = await ordered({ feeAmount: 50 });
    const first = dataOf(await pay('simulated'));
    const second = dataOf(
      await partner.post('/v1/payments', { chargeId: installation.chargeId, rail: 'simulated' }),
    );
    expect(dataOf(await partner.get(`/v1/payments/${first.id}`)).status).toBe('EXPIRED');
    dataOf(await partner.post(`/v1/payments/${second.id}/simulate`, { outcome: 'succeed' }));
    expectRefused(await pay(), 409);
  });

  test('there is none: nothing is owed', async () => {
    const { pay } = await ordered();
    expectRefused(await pay(), 409, { error: 'CONFLICT', field: 'installationId' });
    expectRefused(await partner.post('/v1/payments', { installationId: 'inst_x', rail: 'manual' }), 400, {
      field: 'installationId',
      code: 'INVALID_VALUE',
    });
  });

  test('waived here moves it on, free', async () => {
    const { patch, fee } = await ordered({ feeAmount: 50 });
    const answer = await patch({ feeWaived: true });
    expect(dataOf(answer)).toMatchObject({ status: 'AWAITING_INSTALLATION', free: true, feeAmount: 50 });
    await expectMoved(answer, { status: 'PENDING_PAYMENT', free: false });
    expect((await fee()).status).toBe('WAIVED');
    // Once more is no news.
    const again = await patch({ feeWaived: true });
    expect(dataOf(again)).toEqual(dataOf(answer));
    expect(await types(again)).toEqual([]);
  });

  test('waived as a charge moves it on, free', async () => {
    const { feePath, read } = await ordered({ feeAmount: 50 });
    const answer = await partner.post(`${feePath}/waive`);
    await expectMoved(answer, { status: 'PENDING_PAYMENT' });
    expect(await read()).toMatchObject({ status: 'AWAITING_INSTALLATION', free: true });
  });

  test('that was paid cannot be waived', async () => {
    const { patch, pay, read } = await ordered({ feeAmount: 50 });
    dataOf(await pay());
    const before = await read();
    expectRefused(await patch({ feeWaived: true, notes: 'x' }), 409, { errorCode: 'CHARGE_NOT_WAIVABLE' });
    expect(await read()).toEqual(before);
  });

  test('cancelled as a charge cancels the installation', async () => {
    const { feePath, read } = await ordered({ feeAmount: 50 });
    const answer = await partner.post(`${feePath}/cancel`);
    await expectMoved(answer, { status: 'PENDING_PAYMENT' });
    expect((await read()).status).toBe('CANCELLED');
  });
});

describe('installed', () => {
  const at = '2026-01-05T09:30:00.000Z';

  test('while it waits for that: ACTIVATED', async () => {
    const { patch } = await ordered();
    const answer = await patch({ installedAt: at, technician: 'Peter' });
    expect(dataOf(answer)).toMatchObject({ status: 'ACTIVATED', installedAt: at, technician: 'Peter' });
    await expectMoved(answer, { status: 'AWAITING_INSTALLATION', free: true });
  });

  test('while the fee is owed: remembered, and ACTIVATED when it is paid', async () => {
    const { patch, pay, read } = await ordered({ feeAmount: 50 });
    const noted = await patch({ installedAt: at });
    expect(dataOf(noted)).toMatchObject({ status: 'PENDING_PAYMENT', installedAt: at });
    expect(await types(noted)).toEqual([]);
    const paid = await pay();
    expect(await types(paid)).toEqual(['payment.received', 'installation.updated']);
    await expectMoved(paid, { status: 'PENDING_PAYMENT' });
    expect(await read()).toMatchObject({ status: 'ACTIVATED', installedAt: at, free: false });
  });

  test.each(['by itself', 'in the same request', 'as a charge'])(
    'and the fee waived %s: ACTIVATED',
    async (how) => {
      const { patch, feePath, read } = await ordered({ feeAmount: 50 });
      if (how !== 'in the same request') dataOf(await patch({ installedAt: at }));
      const answer =
        how === 'as a charge'
          ? await partner.post(`${feePath}/waive`)
          : await patch({ feeWaived: true, ...(how === 'by itself' ? {} : { installedAt: at }) });
      dataOf(answer);
      await expectMoved(answer, { status: 'PENDING_PAYMENT', free: false });
      expect(await read()).toMatchObject({ status: 'ACTIVATED', installedAt: at, free: true });
    },
  );

  test('marked done: ACTIVATED at once, even while the fee is owed, which stays owed', async () => {
    const { patch, fee, pay, read } = await ordered({ feeAmount: 50 });
    const answer = await patch({ status: 'ACTIVATED' });
    const done = dataOf(answer);
    expect(done).toMatchObject({ status: 'ACTIVATED', free: false, installedAt: done.updatedAt });
    await expectMoved(answer, { status: 'PENDING_PAYMENT' });
    expect((await fee()).status).toBe('PENDING');
    const paid = await pay();
    expect(await types(paid)).toEqual(['payment.received']);
    expect(await read()).toEqual(done);
  });

  test('marked done, and the fee waived afterwards: free, without another event', async () => {
    const { patch, feePath, read } = await ordered({ feeAmount: 50 });
    dataOf(await patch({ status: 'ACTIVATED', installedAt: at }));
    expect(await types(await partner.post(`${feePath}/waive`))).toEqual([]);
    expect(await read()).toMatchObject({ status: 'ACTIVATED', free: true, installedAt: at });
  });

  test('marked done, and the fee cancelled afterwards: stays installed', async () => {
    const { patch, feePath, read } = await ordered({ feeAmount: 50 });
    dataOf(await patch({ status: 'ACTIVATED' }));
    expect(await types(await partner.post(`${feePath}/cancel`))).toEqual([]);
    expect((await read()).status).toBe('ACTIVATED');
  });
});

describe('PATCH', () => {
  test('changes what is said of it, announcing nothing', async () => {
    const { installation, patch, read } = await ordered({ feeAmount: 50 });
    const told = {
      scheduledAt: daysOn(installation.createdAt, 3),
      windowEndsAt: daysOn(installation.createdAt, 60),
      technician: 'Peter Otieno',
      notes: 'Ring twice',
    };
    const answer = await patch(told);
    expect(dataOf(answer)).toEqual({ ...installation, ...told, updatedAt: expect.any(String) });
    expect(await types(answer)).toEqual([]);
    const cleared = dataOf(await patch({ scheduledAt: null, technician: null, notes: null }));
    expect(cleared).toMatchObject({ scheduledAt: null, technician: null, notes: null });
    expect(cleared.windowEndsAt).toBe(told.windowEndsAt);
    expect(dataOf(await patch({}))).toEqual(await read());
    expect(await eventTypes(partner, installation.id)).toEqual(['installation.created']);
  });

  test.each([
    ['status', 'UNSUPPORTED', { status: 'CANCELLED' }],
    ['feeWaived', 'INVALID_FORMAT', { feeWaived: false }],
    ['installedAt', 'INVALID_FORMAT', { installedAt: null }],
    ['windowEndsAt', 'INVALID_FORMAT', { windowEndsAt: null }],
    ['windowEndsAt', 'INVALID_VALUE', { windowEndsAt: '2020-01-01T00:00:00Z' }],
    ['technician', 'OUT_OF_RANGE', { technician: 'x'.repeat(101) }],
    ['notes', 'INVALID_FORMAT', { notes: 5 }],
    ['feeAmount', 'NOT_ALLOWED', { feeAmount: 5 }],
  ])('%s is checked: %s', async (field, code, body) => {
    const { patch } = await ordered();
    expectRefused(await patch(body), 400, { error: 'VALIDATION_FAILED', field, code });
  });

  test('404 comes before what is wrong with the body', async () => {
    const path = '/v1/installations/inst_01kvsy9gf7fc69v7jfc1r55wx4';
    const missing = { error: 'NOT_FOUND', field: 'id' };
    expectRefused(await partner.patch(path, { status: 5 }), 404, missing);
    expectRefused(await partner.patch(path, {}), 404, missing);
    expectRefused(await partner.post(`${path}/cancel`), 404, missing);
    expectRefused(await partner.get(path), 404, missing);
  });
});

describe('cancel', () => {
  test('calls it off', async () => {
    const { cancel, read } = await ordered();
    const answer = await cancel();
    expect(answer.status).toBe(200);
    expect(dataOf(answer).status).toBe('CANCELLED');
    await expectMoved(answer, { status: 'AWAITING_INSTALLATION', free: true });
    expect((await read()).status).toBe('CANCELLED');
  });

  test('calls the fee off too, and a payment that waits for it', async () => {
    const { cancel, fee, pay } = await ordered({ feeAmount: 50 });
    const payment = dataOf(await pay('simulated'));
    const answer = await cancel();
    expect(await types(answer)).toEqual(['installation.updated', 'payment.expired']);
    expect(await fee()).toMatchObject({ status: 'CANCELLED', reason: 'INSTALLATION_CANCELLED' });
    expect(dataOf(await partner.get(`/v1/payments/${payment.id}`)).status).toBe('EXPIRED');
  });

  test('leaves a fee that was paid', async () => {
    const { cancel, fee, pay } = await ordered({ feeAmount: 50 });
    dataOf(await pay());
    dataOf(await cancel());
    expect((await fee()).status).toBe('PAID');
  });

  test('at an end nothing is taken any more: installation_terminal', async () => {
    const [cancelled, activated] = [await ordered(), await ordered({ feeAmount: 5 })];
    dataOf(await cancelled.cancel());
    dataOf(await activated.patch({ status: 'ACTIVATED' }));
    for (const each of [cancelled, activated]) {
      const terminal = { error: 'installation_terminal', field: 'id', code: 'IMMUTABLE' };
      const before = await each.read();
      expectRefused(await each.cancel(), 400, terminal);
      expectRefused(await each.patch({ notes: 'x' }), 400, terminal);
      expectRefused(await each.patch({ status: 'ACTIVATED', feeWaived: true }), 400, terminal);
      expect(await each.read()).toEqual(before);
    }
  });
});

test('called off and paid at once: one of the two happens, and the fee agrees', async () => {
  for (let round = 0; round < 6; round++) {
    const { cancel, pay, read, fee } = await ordered({ feeAmount: 50 });
    const [cancelled, paid] = await Promise.all(round % 2 ? [cancel(), pay()] : [pay(), cancel()].reverse());
    expect(cancelled.status).toBe(200);
    expect((await read()).status).toBe('CANCELLED');
    // Paid first, it is paid and then called off; called off first, there is nothing to pay.
    expect([201, 409]).toContain(paid.status);
    expect((await fee()).status).toBe(paid.status === 201 ? 'PAID' : 'CANCELLED');
  }
});

describe('list', () => {
  test('filters by status, kind, subscription and subscriber', async () => {
    const own = await api.partner();
    const first = await ordered({ kind: 'REPLACEMENT' }, own);
    const second = await ordered({ feeAmount: 50 }, own);
    const list = async (query = '') =>
      dataOf(await own.get(`/v1/installations?${query}`)).map(({ id }: { id: string }) => id);
    expect(await list()).toEqual([second.installation.id, first.installation.id]);
    expect(await list('status=PENDING_PAYMENT')).toEqual([second.installation.id]);
    expect(await list('kind=REPLACEMENT')).toEqual([first.installation.id]);
    expect(await list(`subscriptionId=${first.subscription.id}`)).toEqual([first.installation.id]);
    expect(await list(`subscriberId=${second.subscriber.id}`)).toEqual([second.installation.id]);
    expect(await list('status=COMPLETED')).toEqual([]);
    expectRefused(await own.get('/v1/installations?status=DONE'), 400, {
      field: 'status',
      code: 'UNSUPPORTED',
    });
  });
});

describe('time', () => {
  test('past its window it is ABANDONED at that instant, and the fee is no longer owed', async () => {
    const own = await api.partner();
    // A cycle that outlasts the window, so that nothing else happens.
    const world = await activeSubscription(own, { plan: { billingCycleDays: 366 } });
    const made = dataOf(
      await own.post('/v1/installations', { subscriptionId: world.subscription.id, feeAmount: 50 }),
    );
    await advance(own, { days: 29 });
    expect(dataOf(await own.get(`/v1/installations/${made.id}`)).status).toBe('PENDING_PAYMENT');
    const answer = await advance(own, { days: 2 });
    const [event, ...others] = await caused(own, answer);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'installation.updated', occurredAt: made.windowEndsAt });
    expect(await expectMoved(answer, { status: 'PENDING_PAYMENT' }, own)).toMatchObject({
      status: 'ABANDONED',
      updatedAt: made.windowEndsAt,
    });
    expect(
      dataOf(await own.get(`/v1/subscribers/${world.subscriber.id}/charges/${made.chargeId}`)),
    ).toMatchObject({
      status: 'CANCELLED',
      reason: 'INSTALLATION_ABANDONED',
      cancelledAt: made.windowEndsAt,
    });
    expectRefused(await own.patch(`/v1/installations/${made.id}`, {}), 400, {
      error: 'installation_terminal',
    });
  });

  test('more time was given: it is left alone until then', async () => {
    const own = await api.partner();
    const world = await activeSubscription(own, { plan: { billingCycleDays: 366 } });
    const made = dataOf(await own.post('/v1/installations', { subscriptionId: world.subscription.id }));
    const path = `/v1/installations/${made.id}`;
    dataOf(await own.patch(path, { windowEndsAt: daysOn(made.createdAt, 40) }));
    await advance(own, { days: 35 });
    expect(dataOf(await own.get(path)).status).toBe('AWAITING_INSTALLATION');
    await advance(own, { days: 6 });
    expect(dataOf(await own.get(path)).status).toBe('ABANDONED');
  });

  test('a fee that expires calls it off', async () => {
    const own = await api.partner();
    const { installation, read, fee } = await ordered({ feeAmount: 50 }, own);
    const expiresAt = daysOn(installation.createdAt, 5);
    await api.sql`update charge set expires_at = ${expiresAt} where id = ${installation.chargeId}`;
    const answer = await advance(own, { days: 6 });
    const current = await expectMoved(answer, { status: 'PENDING_PAYMENT' }, own);
    expect(current).toMatchObject({ status: 'CANCELLED', updatedAt: expiresAt });
    expect(await read()).toEqual(current);
    expect(await fee()).toMatchObject({ status: 'CANCELLED', reason: 'EXPIRED', cancelledAt: expiresAt });
  });

  test('grace that ends archives it', async () => {
    const own = await api.partner();
    const { read, fee } = await ordered({ feeAmount: 50 }, own);
    dataOf(
      await own.patch(`/v1/installations/${(await read()).id}`, { windowEndsAt: '2099-01-01T00:00:00Z' }),
    );
    await advance(own, { days: 40 });
    expect((await read()).status).toBe('ARCHIVED');
    expect(await fee()).toMatchObject({ status: 'CANCELLED', reason: 'SUBSCRIPTION_ENDED' });
  });
});

describe('a subscription torn down archives it', () => {
  test('by deactivation', async () => {
    const { subscriber, read, fee } = await ordered({ feeAmount: 50 });
    const answer = await partner.post(`/v1/subscribers/${subscriber.id}/deactivate`);
    expect(await types(answer)).toEqual([
      'subscription.deactivated',
      'installation.updated',
      'subscriber.suspended',
    ]);
    await expectMoved(answer, { status: 'PENDING_PAYMENT' });
    expect((await read()).status).toBe('ARCHIVED');
    expect(await fee()).toMatchObject({ status: 'CANCELLED', reason: 'SUBSCRIPTION_ENDED' });
  });

  test('by cancellation before the first payment', async () => {
    const { subscription } = await pendingSubscription(partner);
    const { id } = dataOf(await partner.post('/v1/installations', { subscriptionId: subscription.id }));
    dataOf(await partner.delete(`/v1/subscriptions/${subscription.id}`));
    expect(dataOf(await partner.get(`/v1/installations/${id}`)).status).toBe('ARCHIVED');
  });

  test('by termination; what is installed stays ACTIVATED', async () => {
    const [open, done] = [await ordered({ feeAmount: 50 }), await ordered()];
    dataOf(await done.patch({ status: 'ACTIVATED' }));
    for (const { subscriber } of [open, done])
      dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/terminate`));
    expect((await open.read()).status).toBe('ARCHIVED');
    expect((await open.fee()).status).toBe('CANCELLED');
    expect((await done.read()).status).toBe('ACTIVATED');
  });
});
