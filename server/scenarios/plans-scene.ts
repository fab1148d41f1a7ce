import { type PlanCreate, planCreate } from '../contract/plan.ts';
import type { SubscriptionUpdate } from '../contract/subscription.ts';
import type { Database } from '../db/client.ts';
import { createPlan } from '../domain/plan/create.ts';
import { disablePlan } from '../domain/plan/disable.ts';
import { getPlan } from '../domain/plan/read.ts';
import { updatePlan } from '../domain/plan/update.ts';
import { getSubscription } from '../domain/subscription/read.ts';
import { updateSubscription } from '../domain/subscription/update.ts';
import { days, lowFloors, newCustomer } from './customer.ts';
import { newProvider } from './scene.ts';

let plans = 0;

/** A customer online since `start` on a plan of 30 dollars for 30 days, other plans, and what happens to both. */
export async function plansScene(
  database: Database,
  start: Date,
  {
    taxRate,
    ...terms
  }: { taxRate?: string; priceAmount?: number; billingCycleDays?: number; dataCapMb?: number } = {},
) {
  const { sql } = database;
  await sql`delete from schedule_d_row`;
  await lowFloors(database);
  const provider = await newProvider(database, { taxRate });
  const ada = await newCustomer(provider, database, start, terms);
  const id = ada.subscriptionId;
  return {
    provider,
    ada,
    plan: (priceAmount: number, more = {}) =>
      provider.at(start, (scope) =>
        createPlan(scope, {
          planName: `Other ${++plans}`,
          planType: 'RESIDENTIAL',
          downloadSpeedMbps: 50,
          uploadSpeedMbps: 10,
          priceAmount,
          priceCurrency: 'USD',
          billingCycleDays: 30,
          graceDays: 3,
          ...more,
        }),
      ),
    update: (day: number, patch: Omit<SubscriptionUpdate, 'id'>) =>
      provider.at(days(start, day), (scope) => updateSubscription(scope, { id, ...patch })),
    /** What was announced after the customer came online. */
    story: async () => (await ada.story()).slice(5),
    invoices: async () =>
      (
        await sql<{ status: string; total: string }[]>`
          select status, total from invoice where subscription_id = ${id} order by issued_at, id`
      ).map(({ status, total }) => `${status} ${Number(total) / 100}`),
    refunds: async () =>
      (
        await sql<{ reason: string; amount: string }[]>`
          select reason, amount from refund where subscription_id = ${id}`
      ).map(({ reason, amount }) => `${reason} ${Number(amount) / 100}`),
    /** A table that makes everything cheaper than this forbidden from a day on. */
    raiseFloor: (amount: number, day: number) => sql`
      insert into schedule_d_row (id, plan_type, currency, min_speed_mbps, max_speed_mbps, floor_amount, effective_from, created_at, updated_at)
      values ('sdf_' || gen_random_uuid(), 'RESIDENTIAL', 'USD', 0, 1000, ${amount * 100}, ${days(start, day).toISOString()}, now(), now())`,
    /** The plan that the customer came on, unless another is given, is edited. */
    editPlan: (day: number, patch: Partial<PlanCreate>, planId?: string) =>
      provider.at(days(start, day), async (scope) => {
        const { planId: own } = await getSubscription(scope, { id });
        const plan = await getPlan(scope, { id: planId ?? own });
        const fields = Object.keys(planCreate.shape).filter((field) => field in plan && field !== 'price');
        const before = Object.fromEntries(fields.map((field) => [field, plan[field as keyof typeof plan]]));
        return updatePlan(scope, { ...(before as PlanCreate), ...patch, id: plan.id });
      }),
    disable: (day: number, plan: { id: string; planName: string }) =>
      provider.at(days(start, day), (scope) => disablePlan(scope, { id: plan.id, confirm: plan.planName })),
    speed: async () => {
      const [row] = await sql`
        select value from radius.radreply r join subscription s on s.radius_username = r.username
        where s.id = ${id} and attribute = 'Mikrotik-Rate-Limit'`;
      return row?.value;
    },
  };
}
