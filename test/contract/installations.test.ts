import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import {
  activeSubscription,
  dataOf,
  eventsCausedBy,
  eventTypes,
  expectRefused,
  pendingSubscription,
} from './helpers.ts';
import { createInstallation, daysOn, typesOf } from './installation-helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

describe('POST /v1/installations', () => {
  test('201 AWAITING_INSTALLATION without a fee', async () => {
    const { answer, installation, subscriber, subscription, point, read } = await createInstallation(partner);
    expect(answer.status).toBe(201);
    expect(installation).toEqual({
      metadata: {},
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
      startedAt: null,
      installedAt: null,
      technician: null,
      notes: null,
      serialNumber: null,
      macAddress: null,
      createdAt: expect.any(String),
      updatedAt: installation.createdAt,
    });
    const events = await eventsCausedBy(partner, answer);
    expect(events.map(({ type, data }) => ({ type, data }))).toEqual([
      { type: 'installation.created', data: { object: 'installation', current: installation } },
    ]);
    expect(await read()).toEqual(installation);
  });

  test('201 PENDING_PAYMENT with a fee, which creates a charge', async () => {
    const { answer, installation, subscription, fee } = await createInstallation(partner, {
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
    const events = await eventsCausedBy(partner, answer);
    expect(events.map(({ type, data }) => [type, data.current])).toEqual([
      ['installation.created', installation],
      ['subscriber.charge.created', charge],
    ]);
  });

  test('201 AWAITING_INSTALLATION and free with a waived fee', async () => {
    const { installation, answer } = await createInstallation(partner, { feeAmount: 50, feeWaived: true });
    expect(installation).toMatchObject({
      status: 'AWAITING_INSTALLATION',
      free: true,
      feeAmount: 50,
      chargeId: null,
    });
    expect(await typesOf(partner, answer)).toEqual(['installation.created']);
  });

  test('201 with scheduledAt, and the window ends 30 days after the appointment at the earliest', async () => {
    const soon = daysOn(new Date().toISOString(), 7);
    const first = (await createInstallation(partner, { scheduledAt: soon })).installation;
    expect(first).toMatchObject({ scheduledAt: soon, windowEndsAt: daysOn(first.createdAt, 30) });
    const late = daysOn(new Date().toISOString(), 45);
    expect((await createInstallation(partner, { scheduledAt: late })).installation).toMatchObject({
      scheduledAt: late,
      windowEndsAt: daysOn(late, 30),
    });
  });

  test('201 for a subscription before its first payment', async () => {
    const { subscription } = await pendingSubscription(partner);
    const answer = await partner.post('/v1/installations', { subscriptionId: subscription.id });
    expect(dataOf(answer).status).toBe('AWAITING_INSTALLATION');
  });

  test('409 installation_already_active for a second open installation', async () => {
    const { subscription, cancel } = await createInstallation(partner);
    const again = () => partner.post('/v1/installations', { subscriptionId: subscription.id });
    const conflict = { error: 'installation_already_active', field: 'subscriptionId', code: 'CONFLICT' };
    expectRefused(await again(), 409, conflict);
    dataOf(await cancel());
    dataOf(await again());
    expectRefused(await again(), 409, conflict);
  });

  test('of 6 concurrent requests one is 201, the others are 409', async () => {
    const { subscription } = await activeSubscription(partner);
    const body = { subscriptionId: subscription.id, feeAmount: 10 };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => partner.post('/v1/installations', body)),
    );
    const statuses = answers.map(({ status }) => status).sort();
    expect(statuses).toEqual([201, 409, 409, 409, 409, 409]);
    const charges = await api.sql`select id from charge where subscription_id = ${subscription.id}`;
    expect(charges).toHaveLength(1);
  });

  test('the database refuses a second open installation', async () => {
    const { installation } = await createInstallation(partner);
    const copy = api.sql`
      insert into installation select (jsonb_populate_record(i, '{"id": "inst_copy"}')).* from installation i
      where i.id = ${installation.id}`;
    await expect(copy).rejects.toThrow('installation_open');
  });

  test('400 subscription_missing_demarcation_point for a subscription without a demarcation point', async () => {
    const { subscription } = await activeSubscription(partner);
    await api.sql`update subscription set demarcation_point_id = null where id = ${subscription.id}`;
    expectRefused(await partner.post('/v1/installations', { subscriptionId: subscription.id }), 400, {
      error: 'subscription_missing_demarcation_point',
      field: 'subscriptionId',
      code: 'PRECONDITION',
    });
  });

  test('409 IMMUTABLE for a cancelled subscription', async () => {
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
  ])('400 at %s: %s', async (field, code, over) => {
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

describe('PATCH /v1/installations/{id}', () => {
  test('200 changes appointment, window, technician and notes and emits no event', async () => {
    const { installation, patch, read } = await createInstallation(partner, { feeAmount: 50 });
    const details = {
      scheduledAt: daysOn(installation.createdAt, 3),
      windowEndsAt: daysOn(installation.createdAt, 60),
      technician: 'Peter Otieno',
      notes: 'Ring twice',
    };
    const answer = await patch(details);
    expect(dataOf(answer)).toEqual({ ...installation, ...details, updatedAt: expect.any(String) });
    expect(await typesOf(partner, answer)).toEqual([]);
    const cleared = dataOf(await patch({ scheduledAt: null, technician: null, notes: null }));
    expect(cleared).toMatchObject({ scheduledAt: null, technician: null, notes: null });
    expect(cleared.windowEndsAt).toBe(details.windowEndsAt);
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
  ])('400 at %s: %s', async (field, code, body) => {
    const { patch } = await createInstallation(partner);
    expectRefused(await patch(body), 400, { error: 'VALIDATION_FAILED', field, code });
  });

  test('404 takes precedence over faults of the body', async () => {
    const path = '/v1/installations/inst_01kvsy9gf7fc69v7jfc1r55wx4';
    const missing = { error: 'NOT_FOUND', field: 'id' };
    expectRefused(await partner.patch(path, { status: 5 }), 404, missing);
    expectRefused(await partner.patch(path, {}), 404, missing);
    expectRefused(await partner.post(`${path}/cancel`), 404, missing);
    expectRefused(await partner.get(path), 404, missing);
  });
});

describe('GET /v1/installations', () => {
  test('the list filters by status, kind, subscription and subscriber', async () => {
    const own = await api.partner();
    const first = await createInstallation(own, { kind: 'REPLACEMENT' });
    const second = await createInstallation(own, { feeAmount: 50 });
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

  test('the list filters by appointment (inclusive start, exclusive end), technician and end of window', async () => {
    const own = await api.partner();
    const none = (await createInstallation(own)).installation;
    const [early, late] = [await createInstallation(own), await createInstallation(own)];
    const [first, second] = [daysOn(none.createdAt, 2), daysOn(none.createdAt, 5)];
    dataOf(await early.patch({ scheduledAt: first, technician: 'Peter Otieno' }));
    const last = daysOn(none.createdAt, 60);
    dataOf(await late.patch({ scheduledAt: second, technician: 'Wanjiru Njoroge', windowEndsAt: last }));
    const [earlyId, lateId] = [early.installation.id, late.installation.id];
    const list = async (query: Record<string, string>) =>
      dataOf(await own.get(`/v1/installations?${new URLSearchParams(query)}`)).map(
        ({ id }: { id: string }) => id,
      );
    expect(await list({ scheduledAfter: first, sort: 'scheduledAt' })).toEqual([earlyId, lateId]);
    expect(await list({ scheduledAfter: first, scheduledBefore: second })).toEqual([earlyId]);
    expect(await list({ scheduledBefore: first })).toEqual([]);
    expect(await list({ isScheduled: 'false' })).toEqual([none.id]);
    expect(await list({ isScheduled: 'true', technician: 'Wanjiru Njoroge' })).toEqual([lateId]);
    expect(await list({ technician: 'Wanjiru' })).toEqual([]);
    expect(await list({ windowEndsBefore: last, sort: 'createdAt' })).toEqual([none.id, earlyId]);
    expect(await list({ windowEndsBefore: none.windowEndsAt })).toEqual([]);
  });

  test.each([
    ['scheduledAfter=tomorrow', 'scheduledAfter', 'INVALID_FORMAT'],
    ['scheduledBefore=2026-03-01', 'scheduledBefore', 'INVALID_FORMAT'],
    ['windowEndsBefore=', 'windowEndsBefore', 'REQUIRED'],
    ['isScheduled=maybe', 'isScheduled', 'INVALID_FORMAT'],
    [`technician=${'x'.repeat(101)}`, 'technician', 'OUT_OF_RANGE'],
  ])('400 for the query %s', async (query, field, code) => {
    expectRefused(await partner.get(`/v1/installations?${query}`), 400, { field, code });
  });
});
