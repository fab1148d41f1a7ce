import { billingCycle } from '../../../../drizzle/schema/billing.ts';
import { isPaidCycle } from '../../../contract/billing-cycle-rules.ts';
import { asOneChange } from '../../../state/as-one-change.ts';
import { transitionEach } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { type EmailDraft, enqueueEmails } from '../../messaging/email/enqueue.ts';
import { type BillingCycleRow, billingCycleResource } from '../../model/billing-cycle/resource.ts';
import { subscriptionResource } from '../../model/subscription/resource.ts';
import { type DueItem, dueRows } from '../../queue/due-work.ts';
import { applyPendingEnds, findPendingEnds } from '../termination/pending-ends.ts';
import { type BillingContext, lockForBilling, pendingEnd } from '../terms/billing-context.ts';
import { rejectUpgrades } from '../upgrade/end.ts';
import { applyPending } from './apply-pending.ts';
import { issueRenewals } from './issue-renewals.ts';
import { startNextCycle } from './start-next-cycle.ts';
import { withPendingIds } from './start-with-pending.ts';

/**
 * Ends cycles past `expiresAt`. A pending end ends the service. Otherwise the next cycle starts if it is paid; if not, grace
 * starts. Contract: Billing.
 */
export const cycleEnd = dueRows({
  name: 'cycle end',
  resource: billingCycleResource,
  column: billingCycle.expiresAt,
  subscriberId: billingCycle.subscriberId,
  status: ['ACTIVE'],
  run: endCycles,
});

async function endCycles(scope: WriteScope, items: DueItem<BillingCycleRow>[]): Promise<void> {
  const ending = await findPendingEnds(scope, items);
  const found = await lockForBilling(
    scope,
    items,
    items.filter(({ row }) => ending.has(row.subscriptionId)),
  );
  // A hold that waits for money in transit does not outlast the cycle. The next pass ends the cycle.
  await rejectUpgrades(
    scope,
    found.flatMap(({ at, subscription: row }) =>
      row.upgradeExpiresAt !== null && row.upgradeExpiresAt <= at ? [{ at, row }] : [],
    ),
    'UPGRADE_PAYMENT_EXPIRED',
  );
  // An upgrade hold that began after the look-up expires first, at the same instant.
  const locked = found.filter(({ subscription }) => subscription.upgradePlanId === null);
  const isOver = ({ subscription, cycle }: BillingContext) => {
    const end = pendingEnd(subscription);
    return end !== null && end <= cycle.expiresAt;
  };
  // An end that was requested after the look-up has no lock on its subscriber; the next pass takes it.
  await applyPendingEnds(
    scope,
    locked.filter((context) => isOver(context) && ending.has(context.subscription.id)),
  );
  const continuing = locked.filter((context) => !isOver(context));
  // The events about one subscription show its plan, price and end alike.
  await asOneChange(scope, subscriptionResource, withPendingIds(continuing), () =>
    continueService(scope, continuing),
  );
}

/** Starts the next cycles that are paid, on their new terms; grace starts for the others. */
async function continueService(scope: WriteScope, continuing: BillingContext[]): Promise<void> {
  const contexts = await withRenewal(scope, await applyPending(scope, continuing));
  const isPaid = ({ next }: BillingContext) => isPaidCycle(next);
  await startNextCycle(scope, contexts.filter(isPaid));
  const unpaid = contexts.filter((context) => !isPaid(context));
  await transitionEach(
    scope,
    billingCycleResource,
    'lapse',
    unpaid.map(({ at, cycle }) => ({ at, row: cycle, patch: { paymentStatus: 'PENDING' as const } })),
  );
  await enqueueEmails(scope, unpaid.flatMap(overdueEmail));
}

/**
 * The email about an overdue renewal. None for a cycle without grace, because the suspension email follows at once, and none
 * while the payment is in transit.
 */
function overdueEmail({ at, cycle, plan, invoice, inTransit }: BillingContext): EmailDraft[] {
  if (!invoice || cycle.graceEndsAt <= at || inTransit) return [];
  const { id: invoiceId, amountDue: amount, currency } = invoice;
  const until = cycle.graceEndsAt.toISOString();
  const what = plan.planName;
  const facts = { amount, currency, invoiceId, at: cycle.expiresAt.toISOString(), until, what };
  return [{ kind: 'OVERDUE', factId: cycle.id, subscriberId: cycle.subscriberId, facts, at }];
}

/** Issues the renewal of a cycle whose window never opened, so that grace has an invoice to pay. */
async function withRenewal(scope: WriteScope, contexts: BillingContext[]): Promise<BillingContext[]> {
  const without = contexts.filter(({ next }) => next === null);
  if (without.length === 0) return contexts;
  return [...contexts.filter(({ next }) => next !== null), ...(await issueRenewals(scope, without))];
}
