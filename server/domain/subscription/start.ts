import type { WriteScope } from '../../db/scope.ts';
import { newUsername } from '../../radius/credentials.ts';
import { create } from '../../state/record.ts';
import { transition } from '../../state/transition.ts';
import { billingCycleResource } from '../billing/resource.ts';
import { cyclePeriod, type Terms } from '../billing/rules.ts';
import { issueInvoice } from '../invoice/issue.ts';
import { type InvoiceRow, invoiceResource } from '../invoice/resource.ts';
import { currentTerms, quoteFor } from '../payment/owed.ts';
import { subscriberResource } from '../subscriber/resource.ts';
import { subscriberOf } from './lock.ts';
import { syncNetwork } from './network.ts';
import { type SubscriptionRow, subscriptionResource } from './resource.ts';

/**
 * Brings a subscription into service because it is paid for: its invoice is paid (and made, when it is the first),
 * a cycle begins at this instant, the network lets the subscriber in, and one who was suspended for want of service
 * is active again. Contract: Onboarding flow, Billing.
 * @param open the invoice that was paid; null for the first, which is produced here
 * @param received what was paid, in minor units; 0 when nothing was owed
 */
export async function startService(
  scope: WriteScope,
  subscription: SubscriptionRow,
  open: InvoiceRow | null,
  received: { amount: number },
): Promise<InvoiceRow> {
  const terms = await currentTerms(scope, subscription);
  const period = cyclePeriod(scope.now, terms);
  const scheduled = await create(scope, billingCycleResource, {
    subscriptionId: subscription.id,
    planId: terms.planId,
    status: 'SCHEDULED',
    paymentStatus: 'COMPLETED',
    ...period,
  });
  const cycle = await transition(scope, billingCycleResource, scheduled, 'start');
  const invoice = open ?? (await firstInvoice(scope, subscription, cycle.id));
  const paid = await transition(scope, invoiceResource, invoice, 'pay', {
    billingCycleId: cycle.id,
    amountPaid: received.amount,
    amountDue: 0,
    paidAt: scope.now,
  });
  await enterService(scope, subscription, terms, period);
  return paid;
}

async function firstInvoice(scope: WriteScope, subscription: SubscriptionRow, cycleId: string) {
  return issueInvoice(scope, {
    ...(await quoteFor(scope, subscription)),
    subscriberId: subscription.subscriberId,
    subscriptionId: subscription.id,
    billingCycleId: cycleId,
    kind: 'FIRST',
    periodStart: scope.now,
    dueAt: scope.now,
  });
}

async function enterService(
  scope: WriteScope,
  subscription: SubscriptionRow,
  terms: Terms,
  period: { startsAt: Date; expiresAt: Date },
): Promise<void> {
  const move = subscription.status === 'PENDING' ? 'start' : 'reactivate';
  const active = await transition(scope, subscriptionResource, subscription, move, {
    startedAt: subscription.startedAt ?? period.startsAt,
    expiresAt: period.expiresAt,
    inactiveReason: null,
    termsPrice: terms.price,
    termsSpeed: terms.speed,
    radiusUsername: subscription.radiusUsername ?? newUsername(),
  });
  const subscriber = await subscriberOf(scope, subscription);
  await syncNetwork(scope, [active], new Set(subscriber.heldAt ? [subscriber.id] : []));
  if (subscriber.status === 'suspended' && subscriber.heldAt === null) {
    await transition(scope, subscriberResource, subscriber, 'activate');
  }
}
