import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import { daysOn, expectMoved, ordered, typesOf } from './installation-world.ts';
import { activeSubscription, advance, caused, dataOf, expectRefused, pendingSubscription } from './world.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
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
    expect(await expectMoved(own, answer, { status: 'PENDING_PAYMENT' })).toMatchObject({
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
    const { installation, read, fee } = await ordered(own, { feeAmount: 50 });
    const expiresAt = daysOn(installation.createdAt, 5);
    await api.sql`update charge set expires_at = ${expiresAt} where id = ${installation.chargeId}`;
    const answer = await advance(own, { days: 6 });
    const current = await expectMoved(own, answer, { status: 'PENDING_PAYMENT' });
    expect(current).toMatchObject({ status: 'CANCELLED', updatedAt: expiresAt });
    expect(await read()).toEqual(current);
    expect(await fee()).toMatchObject({ status: 'CANCELLED', reason: 'EXPIRED', cancelledAt: expiresAt });
  });

  test('grace that ends archives it', async () => {
    const own = await api.partner();
    const { read, fee } = await ordered(own, { feeAmount: 50 });
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
    const { subscriber, read, fee } = await ordered(partner, { feeAmount: 50 });
    const answer = await partner.post(`/v1/subscribers/${subscriber.id}/deactivate`);
    expect(await typesOf(partner, answer)).toEqual([
      'subscription.deactivated',
      'installation.updated',
      'subscriber.suspended',
    ]);
    await expectMoved(partner, answer, { status: 'PENDING_PAYMENT' });
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
    const [open, done] = [await ordered(partner, { feeAmount: 50 }), await ordered(partner)];
    dataOf(await done.patch({ status: 'ACTIVATED' }));
    for (const { subscriber } of [open, done])
      dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/terminate`));
    expect((await open.read()).status).toBe('ARCHIVED');
    expect((await open.fee()).status).toBe('CANCELLED');
    expect((await done.read()).status).toBe('ACTIVATED');
  });
});
