import { beforeAll, describe, expect, test } from 'vitest';
import { type HomeFigures, MONTHS_SHOWN } from '../../server/contract/portal/metrics.ts';
import { createCharge } from '../../server/domain/charge/create.ts';
import { createDemarcationPoint } from '../../server/domain/demarcation-point/create.ts';
import { listAllInvoices } from '../../server/domain/invoice/read.ts';
import { cancelSubscription } from '../../server/domain/lifecycle/termination/cancel.ts';
import { readHome, readMonths } from '../../server/domain/metrics/home.ts';
import { storeMonths } from '../../server/domain/metrics/store-months.ts';
import { createPayment } from '../../server/domain/payment/create.ts';
import { listPayments } from '../../server/domain/payment/read.ts';
import { simulatePayment } from '../../server/domain/payment/simulate.ts';
import { createPlan } from '../../server/domain/plan/create.ts';
import { createRefund } from '../../server/domain/refund/create.ts';
import { listRefunds } from '../../server/domain/refund/read.ts';
import { createSubscriber } from '../../server/domain/subscriber/create.ts';
import { listSubscribers } from '../../server/domain/subscriber/read.ts';
import { terminateSubscriber } from '../../server/domain/subscriber/terminate.ts';
import { createSubscription } from '../../server/domain/subscription/create.ts';
import { getSubscription, listSubscriptions } from '../../server/domain/subscription/read.ts';
import { removePlan } from '../../server/domain/subscription/remove-plan.ts';
import { updateSubscription } from '../../server/domain/subscription/update.ts';
import type { Scope } from '../../server/work/scope.ts';
import { passTime } from '../fixtures/customer.ts';
import { newProvider } from '../fixtures/provider.ts';
import { useDatabase } from '../fixtures/use-database.ts';

const database = useDatabase({ checked: 'at the end' });
const paging = { page: 1, limit: 1, sort: '-createdAt' };

type Provider = Awaited<ReturnType<typeof newProvider>>;
type Plan = { priceAmount: number; priceCurrency?: string; billingCycleDays?: number; graceDays?: number };

/** A provider of Nairobi, three hours ahead of UTC, with a tax of 16 %. */
async function nairobi(): Promise<Provider> {
  const provider = await newProvider(database.current, { taxRate: '0.16' });
  await database.current.sql`
    update provider set time_zone = 'Africa/Nairobi' where id = ${provider.providerId}`;
  return provider;
}

let made = 0;

/** What a provider does at instants of 2026, in order of time. Due work runs before each step. */
function booksOf(provider: Provider) {
  const at = async <T>(
    time: string,
    work: (scope: Parameters<Parameters<Provider['at']>[1]>[0]) => Promise<T>,
  ) => {
    const instant = new Date(`2026-${time}:00.000Z`);
    await passTime(provider, instant);
    return provider.at(instant, work);
  };
  return {
    at,
    plan: (terms: Plan) =>
      at('01-05T00:00', (scope) =>
        createPlan(scope, {
          planName: `Plan ${++made}`,
          planType: 'RESIDENTIAL',
          downloadSpeedMbps: 20,
          uploadSpeedMbps: 5,
          priceCurrency: 'USD',
          billingCycleDays: 30,
          graceDays: 3,
          ...terms,
        }),
      ),
    /** A new customer pays the first invoice. */
    start: (time: string, planId: string) =>
      at(time, async (scope) => {
        const n = ++made;
        const point = await createDemarcationPoint(scope, { name: 'Cabinet', accessType: 'FIBER' });
        const owner = await createSubscriber(scope, {
          firstName: 'Ada',
          lastName: `Lovelace ${n}`,
          email: `ada${n}.${provider.providerId}@example.com`,
          phone: `+2547${String(n).padStart(8, '0')}`,
        });
        const { id } = await createSubscription(scope, {
          subscriberId: owner.id,
          planId,
          demarcationPointId: point.id,
        });
        const payment = await createPayment(scope, { subscriptionId: id, rail: 'manual' });
        return { id, paymentId: payment.id };
      }),
    pay: (time: string, { id }: { id: string }) =>
      at(time, (scope) => createPayment(scope, { subscriptionId: id, rail: 'manual' })),
  };
}

const now = new Date('2026-04-25T12:00:00.000Z');
const homeAt = (provider: Provider, instant: Date) => provider.at(instant, (scope) => readHome(scope));

function currencyOf(home: HomeFigures, currency: string) {
  const found = home.currencies.find((each) => each.currency === currency);
  if (!found) throw new Error(`no figures in ${currency}`);
  const months = Object.fromEntries(
    found.months.map(({ firstDay: _f, nextFirstDay: _n, currency: _c, isRunning: _r, month, ...figures }) => [
      month,
      figures,
    ]),
  );
  return { ...found, months };
}

const empty = {
  mrr: 0,
  inService: 0,
  started: 0,
  returned: 0,
  lost: 0,
  netGrowth: 0,
  churn: null,
  collected: 0,
  payments: 0,
  refunded: 0,
  refunds: 0,
};

describe('the books of a small provider', () => {
  let provider: Provider;

  beforeAll(async () => {
    await database.current.sql`delete from schedule_d_row`;
    await database.current.sql`
      insert into schedule_d_row (
        id, plan_type, currency, min_speed_mbps, max_speed_mbps, floor_amount, effective_from, created_at, updated_at)
      select 'sdf_' || gen_random_uuid(), 'RESIDENTIAL', c, 0, 1000, 0, '2020-01-01', now(), now()
      from unnest(array['USD', 'KES']) c`;
    provider = await nairobi();
    const books = booksOf(provider);
    const monthly = await books.plan({ priceAmount: 30 });
    const quarterly = await books.plan({ priceAmount: 120, billingCycleDays: 90 });
    const faster = await books.plan({ priceAmount: 45 });
    const patient = await books.plan({ priceAmount: 20, graceDays: 10 });
    const shillings = await books.plan({ priceAmount: 2_999, priceCurrency: 'KES' });
    // 23:30 on 31 January in Nairobi, and midnight.
    const ann = await books.start('01-31T20:30', monthly.id);
    const bob = await books.start('01-31T21:00', monthly.id);
    const kim = await books.start('02-10T10:00', shillings.id);
    await books.start('02-15T10:00', quarterly.id);
    // Eve comes and goes within February, which is neither new nor lost.
    const eve = await books.start('02-20T10:00', shillings.id);
    await books.at('02-25T10:00', (scope) => removePlan(scope, { id: eve.id, when: 'immediately' }));
    // Bob renews. Ann does not, and her grace ends on 5 March.
    await books.pay('03-01T10:00', bob);
    await books.at('03-05T12:00', (scope) =>
      createRefund(scope, { id: ann.paymentId, amount: 10, reason: 'REQUESTED' }),
    );
    // Kim's grace ends on 15 March, and Kim returns within the month.
    await books.pay('03-20T10:00', kim);
    await books.start('03-24T12:00', patient.id);
    // Bob's change is paid in March and takes effect on 2 April in Nairobi.
    await books.at('03-25T10:00', (scope) => updateSubscription(scope, { id: bob.id, planId: faster.id }));
    await books.pay('03-30T10:00', bob);
    await books.at('04-02T10:00', (scope) => cancelSubscription(scope, { id: kim.id }));
    await books.pay('04-10T10:00', ann);
    await passTime(provider, now);
  });

  test('the months of each currency are those computed by hand', async () => {
    const home = await homeAt(provider, now);
    expect(home.currencies.map(({ currency }) => currency)).toEqual(['USD', 'KES']);
    const [dollars, shillings] = [currencyOf(home, 'USD'), currencyOf(home, 'KES')];
    expect(Object.keys(dollars.months)).toEqual([
      ...['2025-05', '2025-06', '2025-07', '2025-08', '2025-09', '2025-10', '2025-11', '2025-12'],
      ...['2026-01', '2026-02', '2026-03', '2026-04'],
    ]);
    expect(dollars.months).toMatchObject({
      '2025-12': empty,
      '2026-01': { ...empty, mrr: 30, inService: 1, started: 1, netGrowth: 1, collected: 34.8, payments: 1 },
      '2026-02': {
        ...{ mrr: 100, inService: 3, started: 2, returned: 0, lost: 0, netGrowth: 2, churn: 0 },
        ...{ collected: 174, payments: 2, refunded: 0, refunds: 0 },
      },
      '2026-03': {
        ...{ mrr: 90, inService: 3, started: 1, returned: 0, lost: 1, netGrowth: 0, churn: 1 / 3 },
        ...{ collected: 110.2, payments: 3, refunded: 10, refunds: 1 },
      },
      '2026-04': {
        ...{ mrr: 135, inService: 4, started: 0, returned: 1, lost: 0, netGrowth: 1, churn: 0 },
        ...{ collected: 34.8, payments: 1, refunded: 0, refunds: 0 },
      },
    });
    expect(shillings.months).toMatchObject({
      '2026-01': empty,
      '2026-02': {
        ...empty,
        ...{ mrr: 2_999, inService: 1, started: 1, netGrowth: 1, collected: 6_957.68, payments: 2 },
      },
      '2026-03': {
        ...{ mrr: 2_999, inService: 1, started: 0, returned: 0, lost: 0, netGrowth: 0, churn: 0 },
        ...{ collected: 3_478.84, payments: 1, refunded: 0, refunds: 0 },
      },
      '2026-04': { ...empty, lost: 1, netGrowth: -1, churn: 1 },
    });
    expect(dollars).toMatchObject({ arpu: 33.75, overdueCount: 1, overdueAmount: 23.2 });
    expect(dollars.overdue).toEqual([{ ageing: 'DAYS_1_7', currency: 'USD', count: 1, amountDue: 23.2 }]);
    expect(shillings).toMatchObject({ arpu: null, overdueCount: 0, overdueAmount: 0 });
  });

  test('each number is the total of the list that it links to', async () => {
    const home = await homeAt(provider, now);
    const total = async <I>(
      list: (scope: Scope, input: I) => Promise<{ data: unknown[]; meta: { total: number } }>,
      filters: object,
    ) => {
      const input = { ...paging, limit: 100, ...filters } as I;
      const { data, meta } = await provider.at(now, (scope) => list(scope, input));
      expect(data, JSON.stringify(filters)).toHaveLength(meta.total);
      return meta.total;
    };
    const startOf = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) - 3 * 3_600_000);
    let compared = 0;
    for (const { currency, months, overdue, overdueCount } of home.currencies) {
      expect(await total(listAllInvoices, { currency, overdue: true })).toBe(overdueCount);
      for (const { ageing, count } of overdue) {
        expect(await total(listAllInvoices, { currency, ageing })).toBe(count);
      }
      for (const { firstDay, nextFirstDay, isRunning, ...figures } of months) {
        const [start, end] = [startOf(firstDay), startOf(nextFirstDay)];
        const [inAtEnd, outAtEnd] = isRunning
          ? [{ inService: true }, { inService: false }]
          : [{ inServiceAt: end }, { outOfServiceAt: end }];
        const gained = { currency, ...inAtEnd };
        expect({
          inService: await total(listSubscriptions, { currency, ...inAtEnd }),
          started: await total(listSubscriptions, { ...gained, startedAfter: start }),
          returned: await total(listSubscriptions, {
            ...gained,
            outOfServiceAt: start,
            startedBefore: start,
          }),
          lost: await total(listSubscriptions, { currency, inServiceAt: start, ...outAtEnd }),
          payments: await total(listPayments, { currency, completedAfter: start, completedBefore: end }),
          refunds: await total(listRefunds, { currency, createdAfter: start, createdBefore: end }),
        }).toEqual({
          inService: figures.inService,
          started: figures.started,
          returned: figures.returned,
          lost: figures.lost,
          payments: figures.payments,
          refunds: figures.refunds,
        });
        compared++;
      }
    }
    expect(compared).toBe(2 * MONTHS_SHOWN);
    const every = await total(listSubscriptions, {});
    for (const [index, { nextFirstDay, isRunning }] of (home.currencies[0]?.months ?? []).entries()) {
      const end = startOf(nextFirstDay);
      const counted = home.currencies.reduce((sum, { months }) => sum + (months[index]?.inService ?? 0), 0);
      expect(await total(listSubscriptions, isRunning ? { inService: true } : { inServiceAt: end })).toBe(
        counted,
      );
      expect(await total(listSubscriptions, { outOfServiceAt: end })).toBe(every - counted);
    }
    const ends = await database.current.sql<{ at: Date }[]>`
      select distinct ends_at as at from service_period where provider_id = ${provider.providerId} and ends`;
    expect(ends.length).toBeGreaterThan(1);
    for (const { at } of ends) await total(listSubscriptions, { inServiceAt: new Date(at) });
    expect(await total(listSubscribers, { status: 'active' })).toBe(home.subscribers.active);
  });

  test('stored months are those that are computed, and a late change deletes what it changes', async () => {
    const months = async (isStoredRead: boolean) =>
      (await provider.at(now, (scope) => readMonths(scope, { isStoredRead }))).map(({ name, figures }) => ({
        name,
        figures,
      }));
    const { sql } = database.current;
    const stored = async () =>
      (
        await sql<{ day: string }[]>`
          select to_char(starts_at at time zone 'Africa/Nairobi', 'YYYY-MM') as day from month_figures
          where provider_id = ${provider.providerId} and starts_at < ${now.toISOString()} order by starts_at`
      ).map(({ day }) => day);
    await storeMonths();
    expect(await stored()).toEqual(expect.arrayContaining(['2026-01', '2026-02', '2026-03']));
    expect(await months(true)).toEqual(await months(false));
    const before = currencyOf(await homeAt(provider, now), 'USD').months['2026-03'];

    const books = booksOf(provider);
    const { paymentId } = await books.start('03-31T10:00', (await books.plan({ priceAmount: 30 })).id);
    expect((await stored()).includes('2026-03')).toBe(false);
    expect(currencyOf(await homeAt(provider, now), 'USD').months['2026-03']).toMatchObject({
      mrr: (before?.mrr ?? 0) + 30,
      started: (before?.started ?? 0) + 1,
      payments: (before?.payments ?? 0) + 1,
    });
    await storeMonths();
    await books.at('03-31T11:00', (scope) =>
      createRefund(scope, { id: paymentId, amount: 1, reason: 'REQUESTED' }),
    );
    expect(currencyOf(await homeAt(provider, now), 'USD').months['2026-03']?.refunds).toBe(2);
    await storeMonths();
    expect(await months(true)).toEqual(await months(false));
  });

  test('another time zone has other months, and the stored ones of the old zone are not read', async () => {
    const { sql } = database.current;
    await storeMonths();
    await sql`update provider set time_zone = 'Pacific/Auckland' where id = ${provider.providerId}`;
    // Both customers started on 1 February there.
    expect(currencyOf(await homeAt(provider, now), 'USD').months['2026-01']).toMatchObject(empty);
    await storeMonths();
    expect(currencyOf(await homeAt(provider, now), 'USD').months['2026-02']).toMatchObject({ started: 3 });
    const [{ n } = { n: 0 }] = await sql`
      select count(*)::int as n from month_figures where provider_id = ${provider.providerId}`;
    expect(n).toBe(MONTHS_SHOWN);
    await sql`update provider set time_zone = 'Africa/Nairobi' where id = ${provider.providerId}`;
  });

  test('a provider without rows has no figures, whatever another one has', async () => {
    const other = await nairobi();
    const home = await homeAt(other, now);
    expect(home).toMatchObject({
      currencies: [],
      subscribers: { active: 0 },
      network: { online: 0, download: 0, upload: 0 },
      installations: [],
      webhooks: { failing: 0, total: 0 },
      integrations: { failing: 0, total: 0 },
    });
    expect(Object.values(home.setup)).toEqual([false, false, false, false, false]);
  });
});

test('neither a suspended nor a terminated subscriber is active', async () => {
  const provider = await nairobi();
  const books = booksOf(provider);
  const plan = await books.plan({ priceAmount: 30 });
  // Not paid after the first cycle, so suspended when the grace period has ended.
  await books.start('02-01T08:00', plan.id);
  const { id } = await books.start('04-20T08:00', plan.id);
  await books.start('04-21T08:00', plan.id);
  await books.at('04-22T08:00', async (scope) => {
    const { subscriberId } = await getSubscription(scope, { id });
    await terminateSubscriber(scope, { id: subscriberId });
  });
  await passTime(provider, now);
  expect((await homeAt(provider, now)).subscribers).toEqual({ active: 1 });
});

test('a payment counts in the month in which it is completed', async () => {
  const provider = await nairobi();
  const books = booksOf(provider);
  const { id } = await books.start('01-10T10:00', (await books.plan({ priceAmount: 30 })).id);
  const { subscriberId } = await books.at('01-31T20:00', (scope) => getSubscription(scope, { id }));
  const charge = await books.at('01-31T20:30', (scope) =>
    createCharge(scope, { subscriberId, description: 'Router', amount: 100, currency: 'USD' }),
  );
  const payment = await books.at('01-31T20:45', (scope) =>
    createPayment(scope, { chargeId: charge.id, rail: 'simulated' }),
  );
  // February begins at 21:00 UTC in Nairobi.
  await books.at('01-31T21:15', (scope) => simulatePayment(scope, { id: payment.id, outcome: 'succeed' }));
  const { months } = currencyOf(await homeAt(provider, new Date('2026-02-02T00:00:00.000Z')), 'USD');
  expect(months['2026-01']).toMatchObject({ payments: 1 });
  expect(months['2026-02']).toMatchObject({ payments: 1, collected: payment.amount });
});

test.each([
  [30, 30, 3_000],
  [31, 30, 2_903],
  [7, 10, 4_286],
  [90, 120, 4_000],
  [360, 1_200, 10_000],
  [365, 1_200, 10_000],
  [366, 1_200, 10_000],
  [1, 1, 3_000],
  [30, 0, 0],
])('a cycle of %i days for %d dollars is an MRR of %i cents', async (cycle, price, cents) => {
  const [row] = await database.current.sql`select monthly_amount(${price * 100}, ${cycle})::int as mrr`;
  expect(row?.mrr).toBe(cents);
});
