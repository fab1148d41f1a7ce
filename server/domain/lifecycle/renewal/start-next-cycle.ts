import { changeEach } from '../../../state/record.ts';
import { transitionEach } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { addRenewalWindows } from '../../model/billing-cycle/renewal-windows.ts';
import { type BillingCycleRow, billingCycleResource } from '../../model/billing-cycle/resource.ts';
import { cycleDays } from '../../model/billing-cycle/rules.ts';
import { subscriptionResource } from '../../model/subscription/resource.ts';
import { readThrottledCycles } from '../../network/read-throttles.ts';
import { subscribersOnHold, syncRadius } from '../../network/sync-radius.ts';
import type { BillingContext } from '../terms/billing-context.ts';

/**
 * Closes the cycle that ended and starts the scheduled one: at the end when it is paid, in grace when the payment
 * completes. The new cycle starts at the old end, on the terms of its invoice, with a full data cap. Contract: Billing,
 * RADIUS.
 * @returns the contexts of the cycles that started
 */
export async function startNextCycle(
  scope: WriteScope,
  contexts: BillingContext[],
): Promise<BillingContext[]> {
  const due = contexts.filter(
    (context): context is BillingContext & { next: BillingCycleRow } => context.next !== null,
  );
  await transitionEach(
    scope,
    billingCycleResource,
    'close',
    due.map(({ at, cycle }) => ({ at, row: cycle })),
  );
  const started = await transitionEach(
    scope,
    billingCycleResource,
    'start',
    due.map(({ at, next }) => ({ at, row: next, patch: { paymentStatus: 'COMPLETED' as const } })),
  );
  await addRenewalWindows(scope, started);
  const renewed = await changeEach(
    scope,
    subscriptionResource,
    due.map(({ at, subscription, next }) => ({
      at,
      row: subscription,
      patch: {
        expiresAt: next.expiresAt,
        termsPrice: next.termsPrice,
        termsDays: cycleDays(next),
        termsSpeed: next.termsSpeed,
      },
    })),
    { emits: 'subscription.updated', action: 'subscription.renew' },
  );
  const throttled = await readThrottledCycles(
    scope,
    due.map(({ cycle }) => cycle.id),
  );
  const withNewSpeed = due.flatMap(({ cycle, subscription: before }, i) => {
    const after = renewed[i];
    const hasNewSpeed = JSON.stringify(after?.termsSpeed) !== JSON.stringify(before.termsSpeed);
    return after && (hasNewSpeed || throttled.has(cycle.id)) ? [after] : [];
  });
  await syncRadius(scope, withNewSpeed, await subscribersOnHold(scope, withNewSpeed));
  const startedOf = new Map(started.map((row) => [row.subscriptionId, row]));
  return due.map((context, i) => ({
    ...context,
    cycle: startedOf.get(context.subscription.id) ?? context.cycle,
    subscription: renewed[i] ?? context.subscription,
    next: null,
    invoice: null,
  }));
}
