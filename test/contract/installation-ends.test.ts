import { beforeAll, describe, expect, test } from 'vitest';
import { type Partner, useApi } from './api.ts';
import {
  activeSubscription,
  advance,
  dataOf,
  eventsCausedBy,
  expectRefused,
  pendingSubscription,
} from './helpers.ts';
import { createInstallation, daysOn, expectUpdated, typesOf } from './installation-helpers.ts';

const api = useApi();
let partner: Partner;
beforeAll(async () => {
  partner = await api.partner();
});

describe('the installation window', () => {
  test('ABANDONED at the end of the window, and the fee is cancelled', async () => {
    const own = await api.partner();
    // The cycle is longer than the window, so that nothing else is due.
    const world = await activeSubscription(own, { plan: { billingCycleDays: 366 } });
    const made = dataOf(
      await own.post('/v1/installations', { subscriptionId: world.subscription.id, feeAmount: 50 }),
    );
    await advance(own, { days: 29 });
    expect(dataOf(await own.get(`/v1/installations/${made.id}`)).status).toBe('PENDING_PAYMENT');
    const answer = await advance(own, { days: 2 });
    const [event, ...others] = await eventsCausedBy(own, answer);
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'installation.updated', occurredAt: made.windowEndsAt });
    expect(await expectUpdated(own, answer, { status: 'PENDING_PAYMENT' })).toMatchObject({
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

  test('ABANDONED at windowEndsAt after it was extended', async () => {
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

  test('CANCELLED when the fee expires', async () => {
    const own = await api.partner();
    const { installation, read, fee } = await createInstallation(own, { feeAmount: 50 });
    const expiresAt = daysOn(installation.createdAt, 5);
    await api.sql`update charge set expires_at = ${expiresAt} where id = ${installation.chargeId}`;
    const answer = await advance(own, { days: 6 });
    const current = await expectUpdated(own, answer, { status: 'PENDING_PAYMENT' });
    expect(current).toMatchObject({ status: 'CANCELLED', updatedAt: expiresAt });
    expect(await read()).toEqual(current);
    expect(await fee()).toMatchObject({ status: 'CANCELLED', reason: 'EXPIRED', cancelledAt: expiresAt });
  });

  test("ARCHIVED when the subscription's grace ends", async () => {
    const own = await api.partner();
    const { read, fee } = await createInstallation(own, { feeAmount: 50 });
    dataOf(
      await own.patch(`/v1/installations/${(await read()).id}`, { windowEndsAt: '2099-01-01T00:00:00Z' }),
    );
    await advance(own, { days: 40 });
    expect((await read()).status).toBe('ARCHIVED');
    expect(await fee()).toMatchObject({ status: 'CANCELLED', reason: 'SUBSCRIPTION_ENDED' });
  });
});

describe('an installation whose subscription ends', () => {
  test('ARCHIVED when the subscription is deactivated', async () => {
    const { subscriber, read, fee } = await createInstallation(partner, { feeAmount: 50 });
    const answer = await partner.post(`/v1/subscribers/${subscriber.id}/deactivate`);
    expect(await typesOf(partner, answer)).toEqual([
      'subscription.deactivated',
      'installation.updated',
      'subscriber.suspended',
    ]);
    await expectUpdated(partner, answer, { status: 'PENDING_PAYMENT' });
    expect((await read()).status).toBe('ARCHIVED');
    expect(await fee()).toMatchObject({ status: 'CANCELLED', reason: 'SUBSCRIPTION_ENDED' });
  });

  test('ARCHIVED when the subscription is cancelled before its first payment', async () => {
    const { subscription } = await pendingSubscription(partner);
    const { id } = dataOf(await partner.post('/v1/installations', { subscriptionId: subscription.id }));
    dataOf(await partner.delete(`/v1/subscriptions/${subscription.id}`));
    expect(dataOf(await partner.get(`/v1/installations/${id}`)).status).toBe('ARCHIVED');
  });

  test('ARCHIVED when the subscriber is terminated, unless it is ACTIVATED', async () => {
    const [open, done] = [
      await createInstallation(partner, { feeAmount: 50 }),
      await createInstallation(partner),
    ];
    dataOf(await done.patch({ status: 'ACTIVATED' }));
    for (const { subscriber } of [open, done])
      dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/terminate`));
    expect((await open.read()).status).toBe('ARCHIVED');
    expect((await open.fee()).status).toBe('CANCELLED');
    expect((await done.read()).status).toBe('ACTIVATED');
  });
});
