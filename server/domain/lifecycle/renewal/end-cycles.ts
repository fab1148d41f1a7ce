import { billingCycle } from '../../../../drizzle/schema/billing.ts';
import type { WriteScope } from '../../../db/scope.ts';
import { transitionEach } from '../../../state/transition.ts';
import { type MailDraft, queueMails } from '../../messaging/email/enqueue.ts';
import { type BillingCycleRow, billingCycleResource } from '../../model/billing-cycle/resource.ts';
import { type DueItem, dueRows } from '../../model/due-work.ts';
import { type BillingContext, lockForBilling, plannedEnd } from '../context/billing-context.ts';
import { issueRenewals } from '../cycle/issue-renewals.ts';
import { startNextCycle } from '../cycle/start-next-cycle.ts';
import { applyPending } from '../plan-change/apply.ts';
import { endPlanned, toEnd } from '../termination/end-planned.ts';

/**
 * A cycle ends: a subscription that is to end ends with it, the next takes over when it is paid, grace begins when it is not. Contract: Billing.
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
  const ending = await toEnd(scope, items);
  const found = await lockForBilling(
    scope,
    items,
    items.filter(({ row }) => ending.has(row.subscriptionId)),
  );
  // An upgrade that came to wait for its payment since it was looked for ends first, at the same instant.
  const locked = found.filter(({ subscription }) => subscription.upgradePlanId === null);
  const isOver = ({ subscription, cycle }: BillingContext) => {
    const end = plannedEnd(subscription);
    return end !== null && end <= cycle.expiresAt;
  };
  // One that came to be ended since it was looked for has its subscriber not locked: it is found again at once.
  await endPlanned(
    scope,
    locked.filter((context) => isOver(context) && ending.has(context.subscription.id)),
  );
  const going = await applyPending(
    scope,
    locked.filter((context) => !isOver(context)),
  );
  const contexts = await withRenewal(scope, going);
  const isPaid = ({ next }: BillingContext) => next?.paymentStatus === 'COMPLETED';
  await startNextCycle(scope, contexts.filter(isPaid));
  const unpaid = contexts.filter((context) => !isPaid(context));
  await transitionEach(
    scope,
    billingCycleResource,
    'lapse',
    unpaid.map(({ at, cycle }) => ({ at, row: cycle, patch: { paymentStatus: 'PENDING' as const } })),
  );
  await queueMails(scope, unpaid.flatMap(overdueMail));
}

/** What is owed and how long service goes on without it; a cycle without grace is told of once it is over. */
function overdueMail({ at, cycle, invoice }: BillingContext): MailDraft[] {
  if (!invoice || cycle.graceEndsAt <= at) return [];
  const { id: invoiceId, amountDue: amount, currency } = invoice;
  const until = cycle.graceEndsAt.toISOString();
  const facts = { amount, currency, invoiceId, at: cycle.expiresAt.toISOString(), until };
  return [{ kind: 'OVERDUE', factId: cycle.id, subscriberId: cycle.subscriberId, facts, at }];
}

/** A cycle whose window never opened has its renewal asked for now, so that there is something to pay in grace. */
async function withRenewal(scope: WriteScope, contexts: BillingContext[]): Promise<BillingContext[]> {
  const without = contexts.filter(({ next }) => next === null);
  if (without.length === 0) return contexts;
  return [...contexts.filter(({ next }) => next !== null), ...(await issueRenewals(scope, without))];
}
