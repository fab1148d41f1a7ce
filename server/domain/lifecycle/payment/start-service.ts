import { and, eq } from 'drizzle-orm';
import { billingCycle } from '../../../../drizzle/schema/billing.ts';
import { plus } from '../../../clock.ts';
import { type Minor, ZERO } from '../../../contract/money.ts';
import { newUsername } from '../../../radius/credentials.ts';
import { change, create } from '../../../state/record.ts';
import { find } from '../../../state/resource.ts';
import { transition } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { enqueueEmails } from '../../messaging/email/enqueue.ts';
import { addRenewalWindows } from '../../model/billing-cycle/renewal-windows.ts';
import { billingCycleResource } from '../../model/billing-cycle/resource.ts';
import { cyclePeriod, fixedTerms, type Terms } from '../../model/billing-cycle/rules.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';
import { planResource } from '../../model/plan/resource.ts';
import { subscriberResource } from '../../model/subscriber/resource.ts';
import type { LockedSubscription } from '../../model/subscription/lock.ts';
import { type SubscriptionRow, subscriptionResource } from '../../model/subscription/resource.ts';
import { syncRadius } from '../../network/sync-radius.ts';
import { currentTerms } from '../terms/quote.ts';

/**
 * Brings a subscription into service after its first payment or reactivation. The invoice is paid, a cycle starts now at
 * the price of the invoice, and network access opens. A suspended subscriber without a hold becomes active.
 * Contract: Billing.
 * @param invoice the invoice of the payment; one with a total of 0 is PAID already
 * @param received the amount of the payment, in minor units; 0 when nothing was due
 * @returns the subscription in service
 */
export async function startService(
  scope: WriteScope,
  service: LockedSubscription,
  invoice: InvoiceRow,
  received: { amount: Minor },
): Promise<SubscriptionRow> {
  const { subscription } = service;
  const terms = { ...(await currentTerms(scope, subscription)), price: invoice.subtotal };
  const period = cyclePeriod(await findFreeStart(scope, subscription), terms);
  const scheduled = await create(scope, billingCycleResource, {
    subscriptionId: subscription.id,
    subscriberId: subscription.subscriberId,
    planId: terms.planId,
    status: 'SCHEDULED',
    paymentStatus: 'COMPLETED',
    ...period,
    ...fixedTerms(terms),
  });
  const cycle = await transition(scope, billingCycleResource, scheduled, 'start');
  await addRenewalWindows(scope, [cycle]);
  const settled = {
    billingCycleId: cycle.id,
    lines: invoice.lines.map((line) => ({
      ...line,
      periodStart: period.startsAt.toISOString(),
      periodEnd: period.expiresAt.toISOString(),
    })),
    amountPaid: received.amount,
    amountDue: ZERO,
    paidAt: scope.now,
  };
  if (invoice.status === 'PAID') await change(scope, invoiceResource, invoice, settled);
  else await transition(scope, invoiceResource, invoice, 'pay', settled);
  return enterService(scope, service, terms, period);
}

/**
 * The start of the cycle: now, or a millisecond later where an earlier cycle has this start. A CLOSED cycle that was
 * scheduled for the end of service has it.
 */
async function findFreeStart(scope: WriteScope, subscription: SubscriptionRow): Promise<Date> {
  if (subscription.status === 'PENDING') return scope.now;
  const [taken] = await scope.db
    .select({ id: billingCycle.id })
    .from(billingCycle)
    .where(
      and(
        eq(billingCycle.providerId, scope.providerId),
        eq(billingCycle.subscriptionId, subscription.id),
        eq(billingCycle.startsAt, scope.now),
      ),
    );
  return taken ? plus(scope.now, 1) : scope.now;
}

async function enterService(
  scope: WriteScope,
  { subscriber, subscription }: LockedSubscription,
  terms: Terms,
  period: { startsAt: Date; expiresAt: Date },
): Promise<SubscriptionRow> {
  const move = subscription.status === 'PENDING' ? 'start' : 'reactivate';
  const active = await transition(scope, subscriptionResource, subscription, move, {
    startedAt: subscription.startedAt ?? period.startsAt,
    expiresAt: period.expiresAt,
    inactiveReason: null,
    // A change that was requested while the payment was in transit takes effect at the end of this cycle.
    ...(subscription.nextPlanId !== null && { nextPlanAt: period.expiresAt }),
    ...(subscription.pendingOverrides !== null && { pendingOverridesAt: period.expiresAt }),
    termsPrice: terms.price,
    termsDays: terms.cycleDays,
    termsSpeed: terms.speed,
    radiusUsername: subscription.radiusUsername ?? newUsername(),
  });
  await syncRadius(scope, [active], new Set(subscriber.heldAt ? [subscriber.id] : []));
  if (subscriber.status === 'suspended' && subscriber.heldAt === null) {
    await transition(scope, subscriberResource, subscriber, 'activate');
  }
  if (move === 'reactivate') await announceReturn(scope, active);
  return active;
}

/** Queues the message that service is on again. */
async function announceReturn(
  scope: WriteScope,
  { id, subscriberId, planId }: SubscriptionRow,
): Promise<void> {
  const { planName: what, priceCurrency: currency } = await find(scope, planResource, planId);
  const facts = { amount: ZERO, currency, invoiceId: null, at: scope.now.toISOString(), what };
  await enqueueEmails(scope, [{ kind: 'RESTORED', factId: id, subscriberId, facts, occurrence: null }]);
}
