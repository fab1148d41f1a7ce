import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { db } from '../../server/db/client.ts';
import { secretsKey } from '../../server/secrets-key.ts';
import { useApi } from '../contract/api.ts';
import { activeSubscription, advance, bodies, dataOf, eventTypes } from '../contract/helpers.ts';
import { besideMpesa, mpesaHelpers } from '../contract/mpesa-helpers.ts';
import { eventually } from '../fixtures/eventually.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { Killable } from './killable.ts';

// A process is killed between every two steps of a prompt, a receipt and a settlement. Each step is one that another transaction holds up.

const daraja = await vi.hoisted(async () => {
  vi.resetModules();
  const { startFakeDaraja } = await import('../fakes/daraja.ts');
  const fake = await startFakeDaraja();
  process.env.MPESA_API_BASE = fake.base;
  return fake;
});

const api = useApi({}, besideMpesa);
const help = mpesaHelpers(api, daraja);
const { mpesaPartner, prompted, sendPrompts, makeDue, paymentOf, newPhone, promptTo } = help;
const KES = { priceCurrency: 'KES', priceAmount: 1_500 };
let partner: Awaited<ReturnType<typeof mpesaPartner>>;
let processes: { hooks: Killable; prompts: Killable; billing: Killable };

beforeAll(async () => {
  partner = await mpesaPartner();
  const env = {
    DATABASE_URL: api.databaseUrl,
    PROVIDER_ID: partner.providerId,
    SECRETS_KEY: secretsKey().toString('base64'),
    MPESA_API_BASE: daraja.base,
  };
  processes = {
    hooks: new Killable('rest-server', env),
    prompts: new Killable('prompt-sender', env),
    billing: new Killable('billing-runner', env),
  };
});
afterEach(async () => {
  await Promise.all([processes.prompts.kill(), processes.billing.kill()]);
  expect(await checkInvariants(db())).toEqual([]);
});
afterAll(async () => {
  for (const each of Object.values(processes ?? {})) await each.kill();
  await daraja.close();
});

/** Reports to a process that is killed, or to the one that runs after it. @returns 0 where the connection broke */
async function report(url: unknown, body: object): Promise<number> {
  const base = await processes.hooks.ready();
  const sent = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  try {
    const answer = await fetch(base + new URL(String(url)).pathname, sent);
    await answer.text();
    return answer.status;
  } catch {
    return 0;
  }
}

/**
 * Kills a process at the statement that a lock holds up.
 * @param lock a statement that takes the lock
 * @param work what the process is to do
 */
async function killAt(killed: Killable, lock: string, work: () => Promise<unknown>): Promise<void> {
  const { kills } = killed;
  const others = () =>
    api.sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  let ended: Promise<unknown> = Promise.resolve();
  await api.sql.begin(async (tx) => {
    await tx.unsafe(lock);
    ended = work();
    await eventually(async () => expect(await others()).not.toEqual([]));
    await killed.kill();
  });
  await ended;
  expect(killed.kills).toBe(kills + 1);
  // What the server process of PostgreSQL had begun is over.
  await eventually(async () =>
    expect(
      await api.sql`select 1 from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`,
    ).toEqual([]),
  );
}

const row = (table: string, id: string) =>
  `select 1 from ${table} where ${table === 'prompt' ? 'payment_id' : 'id'} = '${id}' for update`;
const statusOf = async (of: { id: string }) => (await paymentOf(partner, of)).status;
const creditOf = async ({ id }: { id: string }) =>
  dataOf(await partner.get(`/v1/subscribers/${id}`)).creditBalance;
const transactionsOf = async ({ id }: { id: string }) =>
  dataOf(await partner.get(`/v1/subscribers/${id}/balance-transactions?sort=createdAt`)).map(
    ({ type, amount }: { type: string; amount: number }) => `${type} ${amount}`,
  );

/** One truth about a paid prompt, whatever is reported again. */
async function expectPaidOnce(
  world: Awaited<ReturnType<typeof prompted>>,
  { receipt, callback, url }: { receipt: string; callback: object; url: unknown },
) {
  const { payment, subscriber, subscription, phone } = world;
  expect(await report(url, callback)).toBe(200);
  const sent = daraja.prompts.filter(({ body }) => body.PhoneNumber === phone.slice(1));
  const reference = String(sent[0]?.body.AccountReference);
  const confirmed = daraja.confirm(partner.app, { receipt, amount: 1_500, reference });
  for (let n = 0; n < 2; n++) expect(await report(partner.account.webhookUrl, confirmed)).toBe(200);
  await makeDue(payment);
  await sendPrompts(partner);
  expect(daraja.prompts.filter(({ body }) => body.PhoneNumber === phone.slice(1))).toHaveLength(1);
  expect(await statusOf(payment)).toBe('COMPLETED');
  expect(await eventTypes(partner, payment.id)).toEqual(['payment.received']);
  expect(dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`)).status).toBe('ACTIVE');
  expect(dataOf(await partner.get(`/v1/payments?subscriberId=${subscriber.id}`))).toHaveLength(1);
  expect(await creditOf(subscriber)).toEqual([]);
  expect(dataOf(await partner.get(`/v1/receipts?transactionId=${receipt}`))).toEqual([]);
}

test('killed before M-Pesa processes the request for a prompt: it is sent at the end of the lease', async () => {
  const world = await prompted(partner);
  const before = daraja.requests.length;
  daraja.faults.push({ before: eventually(() => expect(processes.prompts.kills).toBe(1)) });
  await processes.prompts.ready();
  const asked = () => daraja.requests.slice(before).some(({ path }) => path.includes('/stkpush/'));
  await eventually(() => expect(asked()).toBe(true));
  await processes.prompts.kill();
  expect(() => promptTo(world.phone)).toThrow('no prompt');
  expect(await statusOf(world.payment)).toBe('PENDING');
  await makeDue(world.payment);
  await processes.prompts.ready();
  await eventually(async () => expect(await statusOf(world.payment)).toBe('PROCESSING'));
  const prompt = promptTo(world.phone);
  await expectPaidOnce(world, { ...daraja.pay(prompt), url: prompt.body.CallBackURL });
});

test.each(['before the answer of M-Pesa', 'before the answer is stored'])(
  'killed when the payer has the prompt, %s: the callback decides, and there is no second prompt',
  async (when) => {
    const world = await prompted(partner);
    const { kills } = processes.prompts;
    const isSent = () => eventually(() => promptTo(world.phone));
    if (when === 'before the answer of M-Pesa') {
      daraja.faults.push({
        answerAfter: eventually(() => expect(processes.prompts.kills).toBe(kills + 1)),
      });
      await processes.prompts.ready();
      await isSent();
      await processes.prompts.kill();
    } else {
      await killAt(processes.prompts, row('payment', world.payment.id), () => processes.prompts.ready());
    }
    const prompt = await isSent();
    expect(await statusOf(world.payment)).toBe('PENDING');
    await expectPaidOnce(world, { ...daraja.pay(prompt), url: prompt.body.CallBackURL });
  },
);

test.each(['prompt', 'subscriber', 'subscription', 'payment', 'checkout', 'invoice', 'event', 'provider'])(
  'killed in a callback at %s: the status query finds the money, which counts once',
  async (step) => {
    const world = await help.onThePhone(partner);
    const url = world.prompt.body.CallBackURL;
    const paid = daraja.pay(world.prompt);
    const ids: Record<string, string> = {
      prompt: world.payment.id,
      subscriber: world.subscriber.id,
      subscription: world.subscription.id,
      payment: world.payment.id,
      provider: partner.providerId,
    };
    const lock = ids[step] ? row(step, ids[step]) : `lock table ${step} in exclusive mode`;
    await killAt(processes.hooks, lock, () => report(url, paid.callback));
    await makeDue(world.payment);
    await processes.prompts.ready();
    await eventually(async () => expect(await statusOf(world.payment)).toBe('COMPLETED'));
    await expectPaidOnce(world, { ...paid, url });
  },
);

test.each([
  'receipt',
  'subscriber',
  'payment',
  'checkout',
  'credit',
  'balance_transaction',
  'charge',
  'event',
])(
  'killed in the confirmation of a receipt at %s: sent again, it is one receipt, one payment and one settlement',
  async (step) => {
    const subscriber = dataOf(
      await partner.post('/v1/subscribers', bodies.subscriber({ phone: newPhone() })),
    );
    const charge = dataOf(
      await partner.post(
        `/v1/subscribers/${subscriber.id}/charges`,
        bodies.charge({ amount: 200, currency: 'KES' }),
      ),
    );
    const receipt = daraja.newReceipt();
    const sent = daraja.confirm(partner.app, { receipt, amount: 500, reference: subscriber.accountNumber });
    const lock = step === 'subscriber' ? row(step, subscriber.id) : `lock table ${step} in exclusive mode`;
    await killAt(processes.hooks, lock, () => report(partner.account.webhookUrl, sent));
    for (let n = 0; n < 2; n++) expect(await report(partner.account.webhookUrl, sent)).toBe(200);
    const [stored, ...more] = dataOf(await partner.get(`/v1/receipts?transactionId=${receipt}`));
    expect(more).toEqual([]);
    expect(stored).toMatchObject({ status: 'MATCHED', subscriberId: subscriber.id });
    expect(await eventTypes(partner, stored.paymentId)).toEqual(['payment.received']);
    expect(await transactionsOf(subscriber)).toEqual(['PAYMENT 500', 'SETTLEMENT -200']);
    const [paid] = dataOf(await partner.get(`/v1/subscribers/${subscriber.id}/charges`));
    expect(paid).toMatchObject({ id: charge.id, status: 'PAID' });
  },
);

test.each([
  'subscriber',
  'subscription',
  'credit',
  'invoice',
  'balance_transaction',
  'billing_cycle',
  'event',
])(
  'killed in a settlement that is due at %s: the next run settles once, and each event has its delivery',
  async (step) => {
    const webhook = dataOf(
      await partner.post('/v1/webhooks', bodies.webhook({ url: 'https://localhost/year' })),
    );
    const { subscriber, subscription } = await activeSubscription(partner, {
      plan: { ...KES, graceDays: 10 },
    });
    const charges = `/v1/subscribers/${subscriber.id}/charges`;
    const charge = dataOf(await partner.post(charges, bodies.charge({ amount: 4_000, currency: 'KES' })));
    await advance(partner, { days: 31 });
    const onAccount = { subscriberId: subscriber.id, amount: 2_000, currency: 'KES', rail: 'manual' };
    dataOf(await partner.post('/v1/payments', onAccount));
    const { currentCycle } = dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`));
    expect(currentCycle.status).toBe('OVERDUE');
    // The renewal is covered once the earlier debt is gone.
    dataOf(await partner.post(`${charges}/${charge.id}/waive`));
    const ids: Record<string, string> = { subscriber: subscriber.id, subscription: subscription.id };
    const lock = ids[step] ? row(step, ids[step]) : `lock table ${step} in exclusive mode`;
    await killAt(processes.billing, lock, () => processes.billing.ready());
    await processes.billing.ready();
    const read = async () => dataOf(await partner.get(`/v1/subscriptions/${subscription.id}`));
    await eventually(async () => expect((await read()).currentCycle.status).toBe('ACTIVE'));
    expect(await transactionsOf(subscriber)).toEqual(['PAYMENT 2000', 'SETTLEMENT -1500']);
    const started = await eventTypes(partner, (await read()).currentCycle.id);
    expect(started).toEqual(['billing.cycle_started']);
    const [counts] = await api.sql`
      select count(distinct e.id)::int as events, count(d.id)::int as deliveries
      from event e left join delivery d on d.provider_id = e.provider_id and d.event_id = e.id and d.webhook_id = ${webhook.id}
      where e.resource_id = ${(await read()).currentCycle.id}`;
    expect(counts).toEqual({ events: 1, deliveries: 1 });
    dataOf(await partner.delete(`/v1/webhooks/${webhook.id}`));
  },
);
