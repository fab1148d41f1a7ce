import { and, desc, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { billingCycle, payment } from '../../../drizzle/schema/billing.ts';
import { refuse } from '../../contract/errors.ts';
import type { paymentPreviewQuery } from '../../contract/payment-preview.ts';
import { type PaymentPreview, paymentPreview } from '../../contract/payment-preview.ts';
import { present } from '../../contract/present.ts';
import { hasEnded } from '../../contract/subscription-rules.ts';
import type { Scope } from '../../db/scope.ts';
import { rails } from '../../rails/registry.ts';
import { legalMove } from '../../state/define-machine.ts';
import { find, findOrNull } from '../../state/resource.ts';
import { currentTerms, type Debt, findDebt, invoiceDebt } from '../lifecycle/debt/find-debt.ts';
import { upgradeRefusal } from '../lifecycle/upgrade/terms.ts';
import { billingCycleMachine } from '../model/billing-cycle/machine.ts';
import { cyclePeriod } from '../model/billing-cycle/rules.ts';
import { type InvoiceRow, invoiceResource } from '../model/invoice/resource.ts';
import { paymentMachine } from '../model/payment/machine.ts';
import type { PaymentRow } from '../model/payment/resource.ts';
import { planResource } from '../model/plan/resource.ts';
import { subscriberMachine } from '../model/subscriber/machine.ts';
import { type SubscriberRow, subscriberResource } from '../model/subscriber/resource.ts';
import { subscriptionMachine } from '../model/subscription/machine.ts';
import { type SubscriptionRow, subscriptionResource } from '../model/subscription/resource.ts';

/**
 * What a payment for a subscription would cost and cause now, by the rules of a payment. Writes nothing.
 * @throws NOT_FOUND
 */
export async function previewPayment(
  scope: Scope,
  { subscriptionId, invoiceId }: z.output<typeof paymentPreviewQuery>,
): Promise<PaymentPreview> {
  const subscription = await find(scope, subscriptionResource, subscriptionId);
  const [subscriber, waiting, debt] = await Promise.all([
    find(scope, subscriberResource, subscription.subscriberId),
    waitingPayment(scope, subscription.id, invoiceId),
    hasEnded(subscription) ? null : debtFor(scope, subscription, invoiceId),
  ]);
  const owed = debt && debt.total > 0 ? debt : null;
  return present(paymentPreview, {
    owed: owed && { ...owed, invoiceNumber: owed.invoice?.number ?? null },
    waiting: waiting ?? null,
    rails: offeredRails(scope),
    outcome: owed && (await outcomeOf(scope, subscription, subscriber, owed)),
  });
}

/** @throws NOT_FOUND for an invoice that is not the subscription's */
async function debtFor(scope: Scope, row: SubscriptionRow, invoiceId?: string): Promise<Debt | null> {
  if (invoiceId === undefined) return findDebt(scope, row);
  const asked = await findOrNull(scope, invoiceResource, invoiceId);
  if (asked?.subscriptionId !== row.id) throw refuse('NOT_FOUND', { field: 'invoiceId' });
  return invoiceDebt(asked);
}

/** The rails that are available to this provider. */
export function offeredRails(scope: Scope) {
  const offered = Object.values(rails).filter((rail) => rail.isAvailableFor(scope));
  return offered.map(({ name, label, begins }) => ({ name, label, begins }));
}

async function outcomeOf(scope: Scope, row: SubscriptionRow, subscriber: SubscriberRow, debt: Debt) {
  if (debt.kind === 'RENEWAL' && debt.invoice) return renewalOutcome(scope, row, debt.invoice);
  if (debt.kind === 'UPGRADE') return upgradeOutcome(scope, row);
  const period = cyclePeriod(scope.now, await currentTerms(scope, row));
  const isHeld = subscriber.heldAt !== null;
  const activates = subscriber.status === 'suspended' && !isHeld;
  const move =
    debt.kind === 'FIRST'
      ? legalMove(subscriptionMachine, 'PENDING', 'start')
      : legalMove(subscriptionMachine, 'INACTIVE', 'reactivate');
  const moves = [
    legalMove(paymentMachine, 'PROCESSING', 'complete'),
    legalMove(billingCycleMachine, 'SCHEDULED', 'start'),
    move,
    activates ? legalMove(subscriberMachine, 'suspended', 'activate') : undefined,
  ];
  return {
    status: move?.to ?? row.status,
    cycle: period,
    opensNetwork: !isHeld,
    activatesSubscriber: activates,
    ...noUpgrade,
    events: moves.flatMap((each) => each?.emits ?? []),
  };
}

/** A paid renewal starts its cycle at the end of the running one; in grace it starts at once, from the old end. */
async function renewalOutcome(scope: Scope, row: SubscriptionRow, invoice: InvoiceRow) {
  const cycles = await scope.db
    .select()
    .from(billingCycle)
    .where(
      and(
        eq(billingCycle.providerId, scope.providerId),
        eq(billingCycle.subscriptionId, row.id),
        inArray(billingCycle.status, ['SCHEDULED', 'OVERDUE']),
      ),
    );
  const next = cycles.find(({ id }) => id === invoice.billingCycleId);
  if (!next) throw new Error(`${invoice.id} renews nothing`);
  const isOverdue = cycles.some(({ status }) => status === 'OVERDUE');
  const isDue = (at: Date | null) => at !== null && at <= next.startsAt;
  const taken = [
    ...(isDue(row.nextPlanAt) ? ['subscription.plan_change_applied'] : []),
    ...(isDue(row.pendingOverridesAt) ? ['subscription.override_applied'] : []),
    legalMove(billingCycleMachine, 'SCHEDULED', 'start')?.emits,
    'subscription.updated',
  ];
  return {
    status: row.status,
    cycle: next,
    opensNetwork: false,
    activatesSubscriber: false,
    ...noUpgrade,
    events: [legalMove(paymentMachine, 'PROCESSING', 'complete')?.emits, ...(isOverdue ? taken : [])],
  };
}

const noUpgrade = { upgradesTo: null, rejection: null };

/** A paid upgrade applies at once in the running cycle, unless its plan fails the checks by now. */
async function upgradeOutcome(scope: Scope, row: SubscriptionRow) {
  const [plan, [cycle]] = await Promise.all([
    find(scope, planResource, row.upgradePlanId ?? ''),
    scope.db
      .select()
      .from(billingCycle)
      .where(
        and(
          eq(billingCycle.providerId, scope.providerId),
          eq(billingCycle.subscriptionId, row.id),
          eq(billingCycle.status, 'ACTIVE'),
        ),
      ),
  ]);
  if (!cycle) throw new Error(`${row.id} has no cycle to be upgraded in`);
  const rejection = await upgradeRefusal(scope, row, plan);
  const received = legalMove(paymentMachine, 'PROCESSING', 'complete')?.emits;
  return {
    status: legalMove(subscriptionMachine, row.status, 'payUpgrade')?.to ?? row.status,
    cycle,
    opensNetwork: false,
    activatesSubscriber: false,
    upgradesTo: plan.planName,
    rejection,
    events: rejection
      ? [received, 'subscription.plan_change_rejected', 'refund.issued']
      : [
          received,
          'subscription.plan_change_applied',
          ...(row.planRemovalAt ? ['subscription.updated'] : []),
        ],
  };
}

/** The newest open payment of a subscription, or of one of its invoices. */
export async function waitingPayment(
  scope: Scope,
  subscriptionId: string,
  invoiceId?: string,
): Promise<PaymentRow | undefined> {
  const [row] = await scope.db
    .select()
    .from(payment)
    .where(
      and(
        eq(payment.providerId, scope.providerId),
        eq(payment.subscriptionId, subscriptionId),
        invoiceId === undefined ? undefined : eq(payment.invoiceId, invoiceId),
        inArray(payment.status, ['PENDING', 'PROCESSING']),
      ),
    )
    .orderBy(desc(payment.createdAt))
    .limit(1);
  return row;
}
