import { beforeAll, expect, test } from 'vitest';
import { days, lowFloors, newCustomer, passTime } from '../../../test/fixtures/customer.ts';
import { newProvider } from '../../../test/fixtures/provider.ts';
import { useDatabase } from '../../../test/fixtures/use-database.ts';
import { realNow } from '../../clock.ts';
import { createCharge } from '../charge/create.ts';
import { adjustCredit } from '../credit/adjust.ts';
import { createInstallation } from '../installation/create.ts';
import { cancelSubscription } from '../lifecycle/termination/cancel.ts';
import { createPayment } from '../payment/create.ts';
import { createPlan } from '../plan/create.ts';
import type { DueItem } from '../queue/due-work.ts';
import { createSubscription } from '../subscription/create.ts';
import { editPlanFromExternal } from '../subscription/edit-from-external.ts';
import { scheduledWork } from './due-work.ts';
import { drainDue, providersWithDueWork } from './run.ts';

const database = useDatabase();
beforeAll(() => lowFloors(database.current));

const long = { billingCycleDays: 300 };
type Provider = Awaited<ReturnType<typeof newProvider>>;
type Customer = Awaited<ReturnType<typeof newCustomer>>;
/** Leaves something of a kind to fall due so many days before now, or soon before. */
type Kind = (provider: Provider, since: Date) => Promise<unknown>;

const customer = (provider: Provider, since: Date, terms = {}) =>
  newCustomer(provider, database.current, since, terms);

async function another(provider: Provider, since: Date, { subscriberId, read }: Customer) {
  const { planId, demarcationPointId } = await read(since);
  return provider.at(since, (scope) =>
    createSubscription(scope, { subscriberId, planId, demarcationPointId: demarcationPointId ?? '' }),
  );
}

/** Each kind of work, what falls due by it, and what is announced once it is done; nothing of a charge. */
const kinds: [name: string, Kind, eventType: string | null][] = [
  [
    'credit settlement',
    async (provider, since) => {
      const made = await customer(provider, since, long);
      const { subscriberId } = made;
      await provider.at(since, (scope) =>
        adjustCredit(scope, { id: subscriberId, amount: 500, currency: 'USD', note: 'Goodwill' }),
      );
      await another(provider, days(since, 1 / 24), made);
    },
    'billing.cycle_started',
  ],
  [
    'payment expiry',
    async (provider, since) => {
      const { id: subscriptionId } = await another(provider, since, await customer(provider, since, long));
      await provider.at(since, (scope) => createPayment(scope, { subscriptionId, rail: 'simulated' }));
    },
    'payment.expired',
  ],
  [
    'charge expiry',
    async (provider, since) => {
      const { subscriberId } = await customer(provider, since, long);
      const expiresAt = days(since, 5);
      const charge = { subscriberId, description: 'Router', amount: 45, currency: 'USD', expiresAt };
      await provider.at(since, (scope) => createCharge(scope, charge));
    },
    null,
  ],
  [
    'installation window',
    async (provider, since) => {
      const { subscriptionId } = await customer(provider, since, long);
      const visit = { subscriptionId, kind: 'INITIAL', feeAmount: 0, feeWaived: false } as const;
      await provider.at(since, (scope) => createInstallation(scope, visit));
    },
    'installation.updated',
  ],
  [
    'pending expiry',
    async (provider, since) => another(provider, since, await customer(provider, since, long)),
    'subscription.updated',
  ],
  [
    'upgrade expiry',
    async (provider, since) => {
      const { subscriptionId: id } = await customer(provider, since, long);
      await provider.at(since, async (scope) => {
        const { id: planId } = await createPlan(scope, {
          planName: `Dearer since ${since.toISOString()}`,
          planType: 'RESIDENTIAL',
          downloadSpeedMbps: 50,
          uploadSpeedMbps: 10,
          priceAmount: 45,
          priceCurrency: 'USD',
          billingCycleDays: 30,
          graceDays: 3,
        });
        await editPlanFromExternal(scope, { id, planId, freeImmediateUpgrade: false });
      });
    },
    'subscription.plan_change_rejected',
  ],
  [
    'renewal window',
    (provider, since) => customer(provider, since, { billingCycleDays: 90 }),
    'billing.cycle_ending',
  ],
  [
    'cycle end',
    async (provider, since) => {
      const { subscriptionId: id } = await customer(provider, since, { billingCycleDays: 60 });
      await provider.at(since, (scope) => cancelSubscription(scope, { id }));
    },
    'subscription.deactivated',
  ],
  [
    'grace end',
    (provider, since) => customer(provider, since, { billingCycleDays: 10, graceDays: 70 }),
    'billing.suspended',
  ],
  [
    'reminder',
    async (provider, since) => {
      await database.current.sql`
        insert into message_settings (provider_id, email_kinds, sms_kinds, email_days, sms_days, created_at, updated_at)
        values (${provider.providerId}, '{INVOICE,SUSPENSION}', '{}', '{-2}', '{}', '2026-01-01', '2026-01-01')
        on conflict do nothing`;
      await customer(provider, since, { billingCycleDays: 89 });
      // The renewal window opens three days before the end.
      await passTime(provider, days(since, 86.5));
    },
    null,
  ],
];

test('each kind of due work has a case above', () => {
  expect(scheduledWork.map(({ name }) => name)).toEqual(kinds.map(([name]) => name));
});

test.each(kinds)(
  '%s: due work is listed by instant, its provider is found, and it is done',
  async (name, arrange, eventType) => {
    const { sql } = database.current;
    const work = scheduledWork.find((each) => each.name === name);
    if (!work) throw new Error(`there is no ${name}`);
    const now = realNow();
    const provider = await newProvider(database.current);
    const { providerId } = provider;
    // The later one is made first; nothing but time has brought it about yet.
    for (const since of [days(now, -88), days(now, -89)]) await arrange(provider, since);
    if (name === 'grace end') await passTime(provider, days(now, -70));
    const due = (limit: number): Promise<DueItem[]> =>
      provider.at(now, (scope) => work.due(scope, days(now, -1), limit));
    const all = (await due(10)).map(({ at }) => at.getTime());
    expect(all).toHaveLength(2);
    expect(all).toEqual([...all].sort((a, b) => a - b));
    expect((await due(1)).map(({ at }) => at.getTime())).toEqual(all.slice(0, 1));
    expect(await work.providersDue(now)).toContain(providerId);
    expect(await providersWithDueWork()).toContain(providerId);
    await drainDue({ providerId, budgetMs: 60_000 });
    expect(await providersWithDueWork()).not.toContain(providerId);
    expect(await due(10)).toEqual([]);
    const events = await sql<{ at: number }[]>`
    select (extract(epoch from occurred_at) * 1000)::float8 as at from event where provider_id = ${providerId} and type = ${eventType} order by occurred_at`;
    const done = events.map(({ at }) => at).filter((at) => all.includes(at));
    expect(done).toEqual(eventType === null ? [] : all);
  },
);
