import { createHmac, randomInt } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCustomerPages } from '../../server/payer/customer.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { useApi } from './api.ts';
import { bodies, dataOf } from './helpers.ts';
import { besideMpesa, mpesaHelpers } from './mpesa-helpers.ts';

// What arrives without a key, from payers, gateways and external systems, leaves connections to others as the API does.

const { daraja, paystack } = await vi.hoisted(async () => {
  vi.resetModules();
  const { startFakeDaraja } = await import('../fakes/daraja.ts');
  const { startFakePaystack } = await import('../fakes/paystack.ts');
  const fakes = { daraja: await startFakeDaraja(), paystack: await startFakePaystack() };
  process.env.MPESA_API_BASE = fakes.daraja.base;
  process.env.PAYSTACK_API_BASE = fakes.paystack.base;
  return fakes;
});
afterAll(() => Promise.all([daraja.close(), paystack.close()]));

const unlimited = createLimiter({ name: 'none', perMinute: 0 });
const customers = createCustomerPages({ page: unlimited, failed: unlimited });
const beside = async (req: IncomingMessage, res: ServerResponse) =>
  req.url?.startsWith('/c/') ? customers(req, res) : besideMpesa(req, res);

const api = useApi({}, beside);
const help = mpesaHelpers(api, daraja);
let partner: Awaited<ReturnType<typeof help.mpesaPartner>>;
let world: Awaited<ReturnType<typeof help.prompted>>;
let page: string;
let integration: { id: string; secret: string };
beforeAll(async () => {
  partner = await help.mpesaPartner();
  paystack.keys.add('sk_test_capacity');
  await help.gatewayAccount('save', { gateway: 'paystack', secretKey: 'sk_test_capacity' }, partner);
  world = await help.prompted(partner, { body: { rail: 'paystack' } });
  await fetch(`${api.base}${new URL(world.payment.checkoutUrl).pathname}/go`, { redirect: 'manual' });
  const { url } = dataOf(await partner.post(`/v1/subscribers/${world.subscriber.id}/page-link`));
  page = new URL(url).pathname;
  integration = dataOf(await partner.post('/v1/integrations', bodies.integration()));
});

const form = (path: string, fields: Record<string, string>) => async () => {
  const answer = await fetch(api.base + path, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
  });
  await answer.text();
  return answer.status;
};

const floods: [string, () => () => Promise<number>][] = [
  [
    'reports of a gateway',
    () => {
      const reference = world.subscriber.accountNumber;
      return () =>
        help.post(
          partner.account.webhookUrl,
          daraja.confirm(partner.app, { receipt: `RK${randomInt(10 ** 8)}`, amount: 5, reference }),
        );
    },
  ],
  [
    'forms of the page of a customer',
    () => form(page, { debt: 'account', rail: 'paystack', phone: '', amount: '5', currency: 'KES' }),
  ],
  [
    'payers who are back from a page of Paystack',
    () => {
      // Those who wait for a slot find the payment completed.
      for (const each of paystack.transactions) each.status = 'success';
      const path = new URL(world.payment.checkoutUrl).pathname;
      return async () => {
        const answer = await fetch(`${api.base}${path}/thanks`);
        await answer.text();
        return answer.status;
      };
    },
  ],
  [
    'forms of the page of a payment',
    () => form(new URL(world.payment.checkoutUrl).pathname, { rail: 'mpesa', phone: '' }),
  ],
  [
    'long events of an external system',
    () => async () => {
      const data = { serviceId: `svc-${randomInt(10 ** 9)}`, text: 'x'.repeat(20_000) };
      const raw = JSON.stringify({ event: 'service.updated', data });
      const answer = await api.anonymous().post(`/v1/integrations/${integration.id}/webhooks`, undefined, {
        raw,
        headers: {
          'x-webhook-signature': createHmac('sha256', integration.secret).update(raw).digest('hex'),
        },
      });
      return answer.status;
    },
  ],
];

test.each(floods)('%s that wait for a lock leave connections to another partner', async (_, begin) => {
  const calm = await api.partner();
  const send = begin();
  const other = postgres(api.databaseUrl, { max: 1 });
  let answers: Promise<number[]> = Promise.resolve([]);
  await other.begin(async (tx) => {
    await tx`select from subscription where id = ${world.subscription.id} for update`;
    await tx`select from subscriber where id = ${world.subscriber.id} for update`;
    await tx`select from integration where id = ${integration.id} for update`;
    answers = Promise.all(Array.from({ length: 30 }, send));
    const waiting = async () => {
      const rows = await api.sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return rows.length;
    };
    await expect.poll(waiting).toBe(8);
    const plan = dataOf(await calm.post('/v1/plans', bodies.plan()));
    expect((await calm.get(`/v1/plans/${plan.id}`)).status).toBe(200);
  });
  await other.end();
  expect((await answers).filter((status) => status >= 500)).toEqual([]);
});
