import { and, eq } from 'drizzle-orm';
import { plan } from '../../../../drizzle/schema/plan.ts';
import type { Scope } from '../../../work/scope.ts';
import { cyclePeriod, invoiceFor, termsOf } from '../../model/billing-cycle/rules.ts';
import { taxRateOf } from '../../model/provider/tax-rate.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';

/** The amounts of a cycle that starts now on the current plan, tax included, in minor units. */
export async function quoteFor(scope: Scope, subscription: SubscriptionRow) {
  const [terms, taxRate] = await Promise.all([currentTerms(scope, subscription), taxRateOf(scope)]);
  return invoiceFor(terms, cyclePeriod(scope.now, terms), taxRate);
}

/** The terms of a cycle that starts now. */
export async function currentTerms(scope: Scope, subscription: SubscriptionRow) {
  const [row] = await scope.db
    .select()
    .from(plan)
    .where(and(eq(plan.providerId, scope.providerId), eq(plan.id, subscription.planId)));
  if (!row) throw new Error(`plan ${subscription.planId} does not exist`);
  return termsOf(row, subscription);
}
