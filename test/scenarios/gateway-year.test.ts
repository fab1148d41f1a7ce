import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { messageSettingsSave } from '../../server/contract/portal/message-settings.ts';
import { db } from '../../server/db/client.ts';
import { createDemarcationPoint } from '../../server/domain/demarcation-point/create.ts';
import { saveMessageSettings } from '../../server/domain/message/settings.ts';
import { ensurePages, linkOf } from '../../server/domain/model/customer-page/link.ts';
import { createPlan } from '../../server/domain/plan/create.ts';
import { createSubscriber } from '../../server/domain/subscriber/create.ts';
import { createSubscription } from '../../server/domain/subscription/create.ts';
import { createCustomerPages } from '../../server/payer/customer.ts';
import { createLimiter } from '../../server/rest/rate-limit.ts';
import { transaction } from '../../server/work/transaction.ts';
import { useApi } from '../contract/api.ts';
import { dataOf } from '../contract/helpers.ts';
import { besideMpesa } from '../contract/mpesa-helpers.ts';
import { signedInPartner } from '../contract/portal-helpers.ts';
import { checkInvariants } from '../invariants/check-invariants.ts';
import { readBooks } from './year/books.ts';
import { type Act, type Gateways, openGateways } from './year/gateways.ts';
import { DAY, reminderDays, reminderKinds } from './year/ledger.ts';
import { pageOf, readPage, readReminders } from './year/pages.ts';
import { inParallel, Town } from './year/town.ts';

const fakes = await vi.hoisted(async () => {
  vi.resetModules();
  const { startFakeDaraja } = await import('../fakes/daraja.ts');
  const { startFakePaystack } = await import('../fakes/paystack.ts');
  const { startFakeStripe } = await import('../fakes/stripe.ts');
  const [daraja, paystack, stripe] = [
    await startFakeDaraja(),
    await startFakePaystack(),
    await startFakeStripe(),
  ];
  process.env.MPESA_API_BASE = daraja.base;
  process.env.PAYSTACK_API_BASE = paystack.base;
  process.env.STRIPE_API_BASE = stripe.base;
  return { daraja, paystack, stripe };
});
afterAll(() => Promise.all(Object.values(fakes).map((fake) => fake.close())));

const CUSTOMERS = 300;
/** Three minutes less than a day: no instant of the billing of a customer falls among the payments of a day. */
const STEP = DAY - 3 * 60_000;
const MONTH = 30;
/** `YEAR_DAYS=365` follows the provider for a year. Seven months by default, because the year takes minutes more on a busy machine. */
const DAYS = Number(process.env.YEAR_DAYS ?? 210);
/** `YEAR_SEED` repeats a year, or tries another one. */
const SEED = Number(process.env.YEAR_SEED ?? 20_260_131);

const unlimited = createLimiter({ name: 'none', perMinute: 0 });
const customerPages = createCustomerPages({ page: unlimited, failed: unlimited });
const api = useApi({}, async (req, res) =>
  req.url?.startsWith('/c/') ? customerPages(req, res) : besideMpesa(req, res),
);
let partner: Awaited<ReturnType<typeof signedInPartner>>;
let town: Town;
let gateways: Gateways;
let start: number;
/** The address of the page of each customer. */
let pages: Map<string, string>;
const act: Act = (work) =>
  transaction(
    {
      providerId: partner.providerId,
      caller: { type: 'system', name: 'year' },
      correlationId: randomUUID(),
    },
    work,
  );

beforeAll(async () => {
  partner = await signedInPartner(api);
  gateways = await openGateways(api, partner, fakes, act);
  start = Date.now() + DAY;
  await moveTo(start);
  await act((scope) => saveMessageSettings(scope, settings));
  const terms = { planType: 'RESIDENTIAL', downloadSpeedMbps: 20, uploadSpeedMbps: 5 } as const;
  const plans = await act(async (scope) => {
    const plan = async (planName: string, price: number, days: number) => {
      const values = { ...terms, planName, priceAmount: price / 100, priceCurrency: 'KES', graceDays: 3 };
      return { id: (await createPlan(scope, { ...values, billingCycleDays: days })).id, price, days };
    };
    return {
      month: await plan('Month', 150_000, 30),
      larger: await plan('Larger', 240_000, 30),
      quarter: await plan('Quarter', 420_000, 90),
      half: await plan('Half a year', 780_000, 180),
    };
  });
  const known = await act(async (scope) => {
    const point = await createDemarcationPoint(scope, { name: 'Mast', accessType: 'WIRELESS' });
    const made = [];
    for (let n = 0; n < CUSTOMERS; n++) {
      const plan =
        [plans.half, plans.quarter, plans.half, plans.quarter, plans.month][Math.floor(n / 25) % 5] ??
        plans.month;
      const phone = `+2547${String(10_000_000 + n * 7)}`;
      const externalUserId = `house ${n}`;
      const { id, accountNumber } = await createSubscriber(scope, {
        ...{ firstName: 'Ada', lastName: `Otieno ${n}`, email: `ada${n}@example.com`, phone, externalUserId },
      });
      const attached = { subscriberId: id, planId: plan.id, demarcationPointId: point.id };
      const { id: subscriptionId } = await createSubscription(scope, attached);
      made.push({ subscriberId: id, subscriptionId, accountNumber, phone, externalUserId, plan });
    }
    return made;
  });
  town = new Town(known, SEED, { act, gateways, plans, now: start });
  const ids = known.map(({ subscriberId }) => subscriberId);
  const links = await act((scope) => ensurePages(scope, ids));
  pages = new Map([...links].map(([id, row]) => [id, api.base + new URL(linkOf(row)).pathname]));
});

const { before, after } = reminderDays;
const settings = messageSettingsSave.parse({
  language: 'en',
  kinds: { email: ['INVOICE', 'OVERDUE', 'SUSPENSION', 'RECEIPT'], sms: ['LAST_WARNING'] },
  reminders: { email: { before: [before], after: [after] }, sms: { before: [], after: [] } },
  quietHours: null,
});

async function moveTo(instant: number): Promise<void> {
  dataOf(await partner.post('/v1/test-clock/advance', { to: new Date(instant).toISOString() }));
}

/**
 * Each customer and each gateway has the money that the ledger of the town says, and service follows. The page of each customer says the
 * same, and the reminders of unpaid renewals were sent once.
 */
async function closeMonth(month: string): Promise<void> {
  const { customers, accounts } = await readBooks(api.sql, partner.providerId);
  for (const { subscriberId, ledger } of town.customers) {
    expect(ledger.difference, `${month}: the ledger of ${subscriberId}`).toBe(0);
    const { status, service, price, cycle, received, returned, credit, held, spent, owed } = ledger;
    const expected = {
      received,
      returned,
      credit,
      held,
      spent,
      owed,
      status: service,
      isOverdue: cycle?.overdue ?? false,
    };
    const inService =
      status === 'ACTIVE' ? { price, endsAt: cycle?.end ?? 0 } : { price: null, endsAt: null };
    const actual = customers.get(subscriberId);
    const endsAt = actual?.endsAt ?? null;
    const isClose = endsAt !== null && Math.abs(endsAt - (inService.endsAt ?? 0)) < 30 * 60_000;
    expect({ ...actual, endsAt: isClose ? inService.endsAt : endsAt }, `${month}: ${subscriberId}`).toEqual({
      ...expected,
      ...inService,
    });
  }
  const reminders = await readReminders(api.sql, partner.providerId);
  await inParallel(town.customers, async ({ subscriberId, ledger }) => {
    const page = await readPage(pages.get(subscriberId) ?? '');
    expect(page, `${month}: the page of ${subscriberId}`).toEqual(pageOf(ledger));
    for (const kind of reminderKinds) {
      const sent = reminders.get(`${subscriberId} ${kind}`) ?? 0;
      expect(sent, `${month}: ${kind} to ${subscriberId}`).toBe(ledger.reminders[kind]);
    }
  });
  const { mpesaBook, stripe, paystack, lost } = gateways;
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const paidSessions = [...stripe.sessions.values()].filter((each) => each.payment_status === 'paid');
  const paidTransactions = paystack.transactions.filter(({ status }) => status === 'success');
  expect(accounts, month).toEqual({
    mpesa: {
      received: 100 * sum([...mpesaBook.received.values()]) - sum([...town.unmatched.values()]),
      returned: 100 * mpesaBook.reversed,
    },
    stripe: {
      received: sum(paidSessions.map(({ amount_total }) => amount_total)),
      returned: sum(stripe.refunds.map(({ amount }) => amount)) + lost.stripe,
    },
    paystack: {
      received: sum(paidTransactions.map(({ amount }) => amount)),
      returned: sum(paystack.refunds.map(({ amount }) => amount)) + lost.paystack,
    },
    unmatched: sum([...town.unmatched.values()]),
  });
  expect(await checkInvariants(db()), month).toEqual([]);
}

test(
  '300 customers pay for months in all ways: at the end of each month every shilling is where it belongs',
  async () => {
    process.stderr.write(`year of payments: YEAR_SEED=${SEED}\n`);
    for (let day = 0; day < DAYS; day++) {
      const now = start + day * STEP;
      await moveTo(now);
      await town.step(now);
      const isOver = day % MONTH === MONTH - 1 || day === DAYS - 1;
      if (isOver || day % 6 === 0) await town.endWeek();
      if (!isOver) continue;
      // What the day made due is done.
      await moveTo(now + 60_000);
      for (const { ledger } of town.customers) ledger.passTime(now + 60_000);
      await closeMonth(`day ${day + 1}`);
    }
    for (const kind of reminderKinds) {
      const sent = town.customers.reduce((total, { ledger }) => total + ledger.reminders[kind], 0);
      expect(sent, `${kind} in ${DAYS} days`).toBeGreaterThan(0);
      town.happened.set(kind, sent);
    }
    process.stderr.write(`${JSON.stringify(Object.fromEntries([...town.happened].sort()))}\n`);
    // A limit for a year that hangs.
  },
  DAYS * 10_000,
);
