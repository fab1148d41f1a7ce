import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inngest } from '../../server/background/client.ts';
import { type LocalRunner, startLocalRunner } from '../../server/background/local-runner.ts';
import { backgroundFunctions } from '../../server/background/registry.ts';
import { DAY_MS } from '../../server/contract/days.ts';
import { stopDeliveries } from '../../server/domain/messaging/delivery/due.ts';
import { countUsage } from '../../server/domain/network/count-usage.ts';
import { processAccounting } from '../../server/domain/network/process-accounting.ts';
import { scheduledWork } from '../../server/domain/scheduling/due-work.ts';
import { editPlanFromExternal } from '../../server/domain/subscription/edit-from-external.ts';
import { withAnnouncedRefusals } from '../../server/state/announced-refusal.ts';
import { startFakeNas } from '../fakes/nas.ts';
import { startFakeSplynx } from '../fakes/splynx.ts';
import { startWebhookReceiver } from '../fakes/webhook-receiver.ts';
import { type Partner, useApi } from './api.ts';
import { externalSystem, native } from './external-system.ts';
import { activeSubscription, bodies, dataOf, pendingSubscription } from './helpers.ts';
import { createInstallation } from './installation-helpers.ts';
import { syncedPartner } from './outbound-sync-helpers.ts';
import { besideApi, stripeHelpers } from './stripe-helpers.ts';

// No commit wakes a job in these tests. All work is found by the sweep.

const { stripe, smtp } = await vi.hoisted(async () => {
  vi.resetModules();
  const { SECRET_KEY, startFakeStripe, WEBHOOK_SECRET } = await import('../fakes/stripe.ts');
  const { startSmtp } = await import('../fakes/smtp.ts');
  const [gateway, mailServer] = [await startFakeStripe(), await startSmtp()];
  process.env.STRIPE_SECRET_KEY = SECRET_KEY;
  process.env.STRIPE_WEBHOOK_SECRET = WEBHOOK_SECRET;
  process.env.STRIPE_API_BASE = gateway.base;
  process.env.SMTP_URL = mailServer.url;
  process.env.MAIL_FROM = 'billing@mails.example';
  return { stripe: gateway, smtp: mailServer };
});

const api = useApi({}, besideApi);
const { openCheckout, sendEvent } = stripeHelpers(api, stripe);
const silent = { info() {}, warn() {}, error() {}, debug() {} };
let runner: LocalRunner;

beforeAll(async () => {
  runner = await startLocalRunner({
    client: inngest,
    functions: backgroundFunctions,
    log: silent,
    schedule: false,
  });
});
afterAll(async () => {
  await runner?.stop();
  await stopDeliveries();
  await Promise.all([stripe.close(), smtp.stop()]);
});

/** Runs the jobs that are scheduled for a minute. 03:17 is the minute of the daily jobs. */
const sweep = (minute = '12:01') => runner.tick(new Date(`2026-03-01T${minute}:00.000Z`));

/** The time limit of each poll. */

describe('the sweep without wake-ups', () => {
  test('the sweep sends due deliveries', async () => {
    const sink = await startWebhookReceiver();
    const partner = await api.partner();
    dataOf(await partner.post('/v1/webhooks', bodies.webhook({ url: sink.url })));
    const { id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
    sweep();
    await expect.poll(() => sink.received.some(({ body }) => body.includes(id))).toBe(true);
    await stopDeliveries();
    await sink.close();
  });

  test('the sweep processes queued inbound events', async () => {
    const { send, stateOf } = await externalSystem(api);
    const { id } = await send(native('service.created', { tariffId: '1' }));
    expect(await stateOf(id)).toEqual(['QUEUED', null]);
    sweep();
    await expect.poll(() => stateOf(id)).toEqual(['PROCESSED', null]);
  });

  test('the sweep sends queued emails', async () => {
    const { payment } = await activeSubscription(await api.partner({ livemode: true }));
    const isSent = async () =>
      (await api.sql`select status from mail where fact_id = ${payment.id}`).map(({ status }) => status);
    expect(await isSent()).toEqual(['QUEUED']);
    sweep();
    await expect.poll(isSent).toEqual(['SENT']);
    expect(smtp.received).toHaveLength(1);
  });

  test('the sweep pushes changed subscriptions to an external system', async () => {
    const splynx = await startFakeSplynx();
    const { subscribe, plans } = await syncedPartner(api, splynx);
    await subscribe(plans.middle.id);
    expect(splynx.all()).toEqual([]);
    sweep();
    await expect.poll(() => splynx.all().length).toBe(1);
    await splynx.close();
  });

  test('the sweep sends queued session changes', async () => {
    const nas = await startFakeNas(randomUUID());
    const partner = await api.partner();
    const { subscription, subscriber } = await activeSubscription(partner);
    await api.sql`insert into radius.nas (nasname, shortname, ports, secret)
      values (${nas.address}, 'here', ${nas.port}, ${nas.secret})`;
    await goesOnline(subscription.id, nas.address);
    dataOf(await partner.post(`/v1/subscribers/${subscriber.id}/suspend`));
    sweep();
    await expect.poll(() => nas.received).toEqual(['Disconnect-Request']);
    await nas.close();
  });

  test('the sweep announces sessions of the network', async () => {
    const partner = await api.partner();
    const { subscription } = await activeSubscription(partner);
    await goesOnline(subscription.id, '192.0.2.2');
    const announced = async () =>
      dataOf(await partner.get('/v1/events?type=network.session_started')).map(
        ({ data }: { data: { current: { subscriptionId: string } } }) => data.current.subscriptionId,
      );
    expect(await announced()).toEqual([]);
    sweep();
    await expect.poll(announced).toEqual([subscription.id]);
  });

  test('the sweep submits queued refunds to the gateway', async () => {
    const partner = await api.partner();
    const { payment, session } = await openCheckout(partner);
    await sendEvent(stripe.pay(session));
    dataOf(await partner.post(`/v1/payments/${payment.id}/refunds`, { amount: 30 }));
    expect(stripe.refunds).toEqual([]);
    sweep();
    await expect.poll(() => stripe.refunds.map(({ amount }) => amount)).toEqual([3_000]);
  });

  test('the sweep expires checkout sessions of expired payments', async () => {
    const partner = await api.partner();
    const { session, subscription } = await openCheckout(partner);
    dataOf(await partner.post('/v1/payments', { subscriptionId: subscription.id, rail: 'manual' }));
    const statusOf = () => stripe.sessions.get(session.id)?.status;
    expect(statusOf()).toBe('open');
    sweep();
    await expect.poll(statusOf).toBe('expired');
  });

  test('the sweep closes silent network sessions', async () => {
    const { subscription } = await activeSubscription(await api.partner());
    await goesOnline(subscription.id, '192.0.2.1');
    await countUsage();
    await api.sql`
      update network_session set heard_at = now() - interval '1 day' where subscription_id = ${subscription.id}`;
    // The process has recorded accounting for two days.
    await api.sql`delete from network_listening`;
    await api.sql`insert into network_listening (since, swept_at) values (now() - interval '2 days', now())`;
    const isOnline = async () =>
      (
        await api.sql`select ended_at is null as online from network_session where subscription_id = ${subscription.id}`
      )[0]?.online;
    expect(await isOnline()).toBe(true);
    sweep();
    await expect.poll(isOnline).toBe(false);
  });

  test('the sweep writes list anchors and creates event partitions', async () => {
    const partner = await api.partner();
    await api.sql`
      insert into subscriber (provider_id, id, account_number, first_name, last_name, email, phone, status, created_at, updated_at)
      select ${partner.providerId}, 'sub_' || lpad(n::text, 26, '0'), n::text, 'Ada', 'L', n || '@long.example', '+2547' || n, 'active',
        now() - interval '1 day', now() - interval '1 day' from generate_series(10000001, 10001100) n`;
    const made = async () => {
      const [row] = await api.sql`
        select (select count(*)::int from list_anchor where provider_id = ${partner.providerId}) as anchors,
          (select count(*)::int from pg_inherits where inhparent = 'event'::regclass) as months`;
      return row;
    };
    expect(await made()).toEqual({ anchors: 0, months: 1 });
    sweep('12:20');
    await expect.poll(made).toEqual({ anchors: 4, months: 1 });
    sweep('03:17');
    await expect.poll(made).toEqual({ anchors: 4, months: 5 });
  });
});

/** Starts a session as FreeRADIUS's accounting writes it. */
async function goesOnline(subscriptionId: string, nas: string) {
  await api.sql`
    insert into radius.radacct (acctsessionid, acctuniqueid, username, nasipaddress, acctstarttime, acctupdatetime)
    select '81a0', ${randomUUID()}, radius_username, ${nas}, now(), now() from subscription where id = ${subscriptionId}`;
  await processAccounting({ budgetMs: 5_000 });
}

describe('scheduled work without wake-ups', () => {
  /** A cycle so long that no renewal is due in these tests. */
  const lasting = { plan: { billingCycleDays: 365 } };
  /** Days until the work is due, and its status when it is done. */
  type Due = { days: number; read: () => Promise<string>; done: string };

  const read = (partner: Partner, path: string) => async () => dataOf(await partner.get(path)).status;
  const cases: Record<string, (partner: Partner) => Promise<Due[]>> = {
    'credit settlement': async (partner) => {
      const { subscriber, plan, point, subscription } = await activeSubscription(partner, lasting);
      const onAccount = {
        subscriberId: subscriber.id,
        amount: 10_000,
        currency: subscription.price.currency,
      };
      dataOf(await partner.post('/v1/payments', { ...onAccount, rail: 'manual' }));
      const { id } = dataOf(
        await partner.post('/v1/subscriptions', {
          subscriberId: subscriber.id,
          planId: plan.id,
          demarcationPointId: point.id,
        }),
      );
      return [{ days: 0, read: read(partner, `/v1/subscriptions/${id}`), done: 'ACTIVE' }];
    },
    'payment expiry': async (partner) => {
      const { subscription } = await pendingSubscription(partner);
      const body = { subscriptionId: subscription.id, rail: 'simulated' };
      const { id } = dataOf(await partner.post('/v1/payments', body));
      return [{ days: 2, read: read(partner, `/v1/payments/${id}`), done: 'EXPIRED' }];
    },
    'charge expiry': async (partner) => {
      const { id } = dataOf(await partner.post('/v1/subscribers', bodies.subscriber()));
      const expiresAt = new Date(Date.now() + DAY_MS).toISOString();
      const charge = dataOf(
        await partner.post(`/v1/subscribers/${id}/charges`, bodies.charge({ expiresAt })),
      );
      return [
        { days: 2, read: read(partner, `/v1/subscribers/${id}/charges/${charge.id}`), done: 'CANCELLED' },
      ];
    },
    'installation window': async (partner) => {
      const { path } = await createInstallation(partner, {}, lasting);
      return [{ days: 40, read: read(partner, path), done: 'ABANDONED' }];
    },
    'pending expiry': async (partner) => {
      const { subscription } = await pendingSubscription(partner);
      return [{ days: 31, read: read(partner, `/v1/subscriptions/${subscription.id}`), done: 'CANCELLED' }];
    },
    'upgrade expiry': async (partner) => {
      const { subscription } = await activeSubscription(partner, lasting);
      const plan = { ...lasting.plan, priceAmount: 130, downloadSpeedMbps: 50 };
      const expensive = dataOf(await partner.post('/v1/plans', bodies.plan(plan)));
      const caller = { type: 'system', name: 'external system' } as const;
      const origin = { providerId: partner.providerId, caller, correlationId: randomUUID() };
      await withAnnouncedRefusals(origin, (scope) =>
        editPlanFromExternal(scope, {
          id: subscription.id,
          planId: expensive.id,
          freeImmediateUpgrade: false,
        }),
      );
      return [{ days: 2, read: read(partner, `/v1/subscriptions/${subscription.id}`), done: 'ACTIVE' }];
    },
    // In this order, so that only one of them is due at a time.
    'renewal window, cycle end, grace end': async (partner) => {
      const { subscription } = await activeSubscription(partner, { plan: { graceDays: 3 } });
      const path = `/v1/subscriptions/${subscription.id}`;
      const renewal = async () =>
        dataOf(await partner.get(`/v1/invoices?subscriptionId=${subscription.id}&status=OPEN`))[0]?.kind;
      const cycle = async () => dataOf(await partner.get(path)).currentCycle?.status;
      return [
        { days: 28, read: renewal, done: 'RENEWAL' },
        { days: 31, read: cycle, done: 'OVERDUE' },
        { days: 34, read: read(partner, path), done: 'INACTIVE' },
      ];
    },
    reminder: async (partner) => {
      await api.sql`
        insert into message_settings (provider_id, email_kinds, sms_kinds, email_days, sms_days, created_at, updated_at)
        values (${partner.providerId}, '{INVOICE,SUSPENSION}', '{}', '{-1}', '{}', now(), now())`;
      await activeSubscription(partner, { plan: { billingCycleDays: 30 } });
      const kind = (of: string) => async () => dataOf(await partner.get(`/v1/messages?kind=${of}`))[0]?.kind;
      return [
        { days: 28, read: kind('INVOICE'), done: 'INVOICE' },
        { days: 29.5, read: kind('REMINDER'), done: 'REMINDER' },
      ];
    },
  };

  test.each(Object.entries(cases))('the sweep does the due work: %s', async (_, setUp) => {
    const partner = await api.partner();
    for (const { days, read, done } of await setUp(partner)) {
      // The clock of the account is ahead, and the due work has not run.
      await api.sql`update provider set clock_offset_ms = ${days * DAY_MS} where id = ${partner.providerId}`;
      expect(await read()).not.toBe(done);
      sweep();
      await expect.poll(read).toBe(done);
    }
  });

  test('each kind of scheduled work is covered', () => {
    const names = Object.keys(cases).flatMap((name) => name.split(', '));
    expect(names).toEqual(scheduledWork.map(({ name }) => name));
  });
});
