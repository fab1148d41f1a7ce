import { expect, test } from 'vitest';
import { runDueRows } from '../../server/api/run-job.ts';
import { bodies, dataOf, pendingSubscription } from './helpers.ts';
import { usePortal } from './staff-helpers.ts';

const { owner, member } = usePortal({});

test('support collects payments once the organisation lets it, and nothing else of money', async () => {
  const boss = await owner();
  const [support, admin, billing] = [
    await member(boss, 'support'),
    await member(boss, 'admin'),
    await member(boss, 'billing'),
  ];
  const { subscriber, subscription } = await pendingSubscription(boss.partner);
  const pay = { subscriptionId: subscription.id, rail: 'manual' };
  const onAccount = { subscriberId: subscriber.id, amount: 10, currency: 'USD', rail: 'manual' };
  const setting = { legalName: 'Ridge Fibre', supportCollects: true };

  expect(await boss.ok('organisation.get')).toMatchObject({ supportCollects: false });
  expect((await support.call('payment.create', pay)).status).toBe(403);
  for (const person of [support, billing]) {
    expect((await person.call('organisation.update', setting)).status).toBe(403);
  }
  await admin.ok('organisation.update', setting);
  const { data: entries } = await boss.ok('audit.list', { limit: 100 });
  const updated = entries.find(({ action }: { action: string }) => action === 'organisation.update');
  expect(updated.changes.supportCollects).toEqual({ before: false, after: true });

  const payment = await support.ok('payment.create', pay);
  expect(payment).toMatchObject({ status: 'COMPLETED' });
  await support.ok('payment.create', onAccount);
  const charge = dataOf(await boss.partner.post(`/v1/subscribers/${subscriber.id}/charges`, bodies.charge()));
  const parts = [{ chargeId: charge.id, amount: charge.amount, currency: charge.currency }];
  for (const [name, input] of Object.entries({
    'refund.create': { id: payment.id, amount: 1 },
    'subscriber.adjustCredit': { id: subscriber.id, amount: 1, currency: 'USD' },
    'charge.waive': { id: charge.id },
    'payment.keepAsCredit': { id: payment.id },
  })) {
    expect((await support.call(name, input)).status, name).toBe(403);
  }
  // A form without the setting turns it off, as any field that is not given.
  await boss.ok('organisation.update', { legalName: 'Ridge Fibre' });
  expect((await support.call('payment.collect', { subscriberId: subscriber.id, parts })).status).toBe(403);
});

test('a bulk payment by support follows the setting, also while it runs', async () => {
  const boss = await owner();
  const support = await member(boss, 'support');
  const { subscription } = await pendingSubscription(boss.partner);
  const pay = { subscriptionId: subscription.id, rail: 'manual' };
  await boss.partner.post('/v1/payments', pay);
  const { expiresAt } = dataOf(await boss.partner.get(`/v1/subscriptions/${subscription.id}`));
  const to = new Date(Date.parse(expiresAt) - 86_400_000).toISOString();
  await boss.partner.post('/v1/test-clock/advance', { to });
  const open = dataOf(await boss.partner.get('/v1/invoices?status=OPEN'));
  expect(open).toHaveLength(1);
  const bulk = { action: 'invoices.pay', filter: { status: 'OPEN' }, total: 1 };
  expect((await support.call('job.createBulk', bulk)).status).toBe(403);
  await boss.ok('organisation.update', { supportCollects: true });
  const started = await support.call('job.createBulk', bulk);
  expect(started.status).toBe(200);
  await boss.ok('organisation.update', {});
  await runDueRows({ providerId: boss.providerId, budgetMs: 10_000 });
  const { data: jobs } = await boss.ok('job.list', { limit: 1 });
  expect(jobs[0]).toMatchObject({ status: 'STOPPED', counts: { done: 0 } });
});
