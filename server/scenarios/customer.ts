import { plus } from '../clock.ts';
import type { Database } from '../db/client.ts';
import { createDemarcationPoint } from '../domain/demarcation-point/create.ts';
import { createPayment } from '../domain/payment/create.ts';
import { createPlan } from '../domain/plan/create.ts';
import { runDue } from '../domain/scheduling/run.ts';
import { createSubscriber } from '../domain/subscriber/create.ts';
import { activateSubscription } from '../domain/subscription/activate.ts';
import { createSubscription } from '../domain/subscription/create.ts';
import { getSubscription } from '../domain/subscription/read.ts';
import type { newProvider } from './scene.ts';

type Provider = Awaited<ReturnType<typeof newProvider>>;
type Terms = { priceAmount?: number; billingCycleDays?: number; graceDays?: number; dataCapMb?: number };

/** A floor low enough for every plan of a story. */
export async function lowFloors({ sql }: Database): Promise<void> {
  await sql`
    insert into schedule_d_row (id, plan_type, currency, min_speed_mbps, max_speed_mbps, floor_amount, effective_from, created_at, updated_at)
    values ('sdf_' || gen_random_uuid(), 'RESIDENTIAL', 'USD', 0, 1000, 0, '2020-01-01', now(), now())`;
}

let made = 0;

/** A customer online since an instant, and what a story does with them. */
export async function newCustomer(provider: Provider, { sql }: Database, since: Date, terms: Terms = {}) {
  const n = ++made;
  const { subscriber, subscription } = await provider.at(since, async (scope) => {
    const plan = await createPlan(scope, {
      planName: `Plan ${n}`,
      planType: 'RESIDENTIAL',
      downloadSpeedMbps: 20,
      uploadSpeedMbps: 5,
      priceAmount: terms.priceAmount ?? 30,
      priceCurrency: 'USD',
      billingCycleDays: terms.billingCycleDays ?? 30,
      graceDays: terms.graceDays ?? 3,
      dataCapMb: terms.dataCapMb ?? null,
    });
    const point = await createDemarcationPoint(scope, { name: 'Cabinet', accessType: 'FIBER' });
    const owner = await createSubscriber(scope, {
      firstName: 'Ada',
      lastName: `Lovelace ${n}`,
      email: `ada${n}@example.com`,
      phone: `+2547${String(n).padStart(8, '0')}`,
    });
    const attached = await createSubscription(scope, {
      subscriberId: owner.id,
      planId: plan.id,
      demarcationPointId: point.id,
    });
    if (terms.priceAmount === 0) await activateSubscription(scope, { id: attached.id });
    else await createPayment(scope, { subscriptionId: attached.id, rail: 'manual' });
    return { subscriber: owner, subscription: attached };
  });

  return {
    subscriberId: subscriber.id,
    subscriptionId: subscription.id,
    /** Pays in cash what is owed. */
    pay: (at: Date) =>
      provider.at(at, (scope) => createPayment(scope, { subscriptionId: subscription.id, rail: 'manual' })),
    /** The subscription as everybody sees it. */
    read: (at: Date) => provider.at(at, (scope) => getSubscription(scope, { id: subscription.id })),
    /** What was announced about this customer, in order, each with its instant in days since they came online. */
    async story(): Promise<string[]> {
      const rows = await sql<{ type: string; day: string }[]>`
        select e.type, round(extract(epoch from e.occurred_at - ${since.toISOString()}::timestamptz) / 86400, 2)::text as day
        from event e
        where e.provider_id = ${provider.providerId} and (
          e.resource_id in (${subscriber.id}, ${subscription.id})
          or e.resource_id in (select id from billing_cycle where subscription_id = ${subscription.id})
          or e.resource_id in (select id from payment where subscription_id = ${subscription.id}))
        order by e.occurred_at, e.id`;
      return rows.map((row) => `${Number(row.day)} ${row.type}`);
    },
  };
}

/** Lets time pass for a provider: everything that falls due up to an instant happens. */
export function passTime(provider: Provider, until: Date) {
  return provider.at(until, (scope) => runDue(scope, until, Number.POSITIVE_INFINITY));
}

/** So many days after an instant. */
export function days(since: Date, n: number): Date {
  return plus(since, n * 86_400_000);
}
