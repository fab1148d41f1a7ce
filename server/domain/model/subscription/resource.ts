import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { billingCycle } from '../../../../drizzle/schema/billing.ts';
import { plan } from '../../../../drizzle/schema/plan.ts';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import { runningCycleStatuses } from '../../../contract/billing-cycle-rules.ts';
import { subscriptionSnapshot } from '../../../contract/subscription.ts';
import { isOneOf } from '../../../db/statement.ts';
import { defineResource } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';
import { subscribersLike } from '../subscriber/resource.ts';
import { subscriptionMachine } from './machine.ts';

export const subscriptionResource = defineResource({
  name: 'subscription',
  object: 'subscription',
  table: subscription,
  snapshot: subscriptionSnapshot,
  machine: subscriptionMachine,
  derive: (row: typeof subscription.$inferSelect) => ({
    // The row has the price from the first cycle on; before it, `loadTerms` computes one.
    price: row.termsPrice === null ? undefined : { amount: row.termsPrice, currency: row.currency },
    pendingOverrides: row.pendingOverrides && { ...row.pendingOverrides, currency: row.currency },
    pendingUpgrade: row.upgradePlanId && {
      planId: row.upgradePlanId,
      amount: row.upgradeAmount,
      currency: row.currency,
      expiresAt: row.upgradeExpiresAt,
    },
  }),
  load: loadTerms,
});

/**
 * A query of the ids of the subscriptions of subscribers who match a pattern of ILIKE. The statement has a placeholder
 * `providerId`.
 */
export function subscriptionsOfSubscribersLike(pattern: SQL): SQL {
  return sql`
    select ${subscription.id} from ${subscription}
    where ${subscription.providerId} = ${sql.placeholder('providerId')}
      and ${subscription.subscriberId} in (${subscribersLike(pattern)})`;
}

export type SubscriptionRow = typeof subscription.$inferSelect;

/** The price in force and the running cycle. Before the first cycle the price is that of the plan or override. */
async function loadTerms(scope: Scope, rows: SubscriptionRow[]) {
  const atPlanPrice = rows.filter((row) => row.termsPrice === null && row.priceOverride === null);
  const [plans, cycles] = await Promise.all([
    atPlanPrice.length === 0
      ? []
      : scope.db
          .select({ id: plan.id, amount: plan.priceAmount })
          .from(plan)
          .where(
            and(
              eq(plan.providerId, scope.providerId),
              isOneOf(plan.id, unique(atPlanPrice.map((row) => row.planId))),
            ),
          ),
    scope.db
      .select()
      .from(billingCycle)
      .where(
        and(
          eq(billingCycle.providerId, scope.providerId),
          isOneOf(
            billingCycle.subscriptionId,
            rows.map((row) => row.id),
          ),
          inArray(billingCycle.status, [...runningCycleStatuses, 'SUSPENDED']),
        ),
      )
      .orderBy(billingCycle.startsAt),
  ]);
  const planById = new Map(plans.map((row) => [row.id, row]));
  // A SUSPENDED cycle is the current one only where the end of grace ended the service.
  const lapsed = new Set(rows.filter((row) => row.inactiveReason === 'GRACE_EXPIRED').map((row) => row.id));
  const cycleOf = new Map(
    cycles
      .filter((row) => row.status !== 'SUSPENDED' || lapsed.has(row.subscriptionId))
      .map((row) => [row.subscriptionId, row]),
  );
  return new Map(
    rows.map((row) => {
      const amount = row.termsPrice ?? row.priceOverride ?? planById.get(row.planId)?.amount;
      return [
        row.id,
        {
          price: { amount, currency: row.currency },
          currentCycle: cycleOf.get(row.id) ?? null,
        },
      ];
    }),
  );
}

function unique(values: string[]): string[] {
  return [...new Set(values)];
}
