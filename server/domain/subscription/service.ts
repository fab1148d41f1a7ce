import { and, eq, inArray, sql } from 'drizzle-orm';
import { billingCycle } from '../../../drizzle/schema/billing.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import type { inactiveReasons } from '../../contract/enums.ts';
import type { Scope, WriteScope } from '../../db/scope.ts';
import { transition, transitionAll } from '../../state/transition.ts';
import { billingCycleResource } from '../billing/resource.ts';
import { archiveInstallations } from '../installation/end.ts';
import { lockOpenInstallations } from '../installation/lock.ts';
import { voidOpenInvoices } from '../invoice/void.ts';
import { type SubscriberRow, subscriberResource } from '../subscriber/resource.ts';
import { syncNetwork } from './network.ts';
import { type SubscriptionRow, subscriptionResource } from './resource.ts';
import { inService } from './rules.ts';

/** Whether a subscriber had service and has none now, so that only a payment brings them back. */
export async function hasLostService(scope: Scope, subscriberId: string): Promise<boolean> {
  const [row] = await scope.db
    .select({
      serving: sql<string>`count(*) filter (where ${inArray(subscription.status, [...inService])})`,
      lost: sql<string>`count(*) filter (where ${subscription.status} = 'INACTIVE')`,
    })
    .from(subscription)
    .where(and(eq(subscription.providerId, scope.providerId), eq(subscription.subscriberId, subscriberId)));
  return Number(row?.serving) === 0 && Number(row?.lost) > 0;
}

/**
 * Takes subscriptions of one subscriber out of service: their cycles close, what was open on them is void, network
 * access is cut. The subscriber is suspended when nothing else of theirs is in service. Contract: Billing.
 */
export async function endService(
  scope: WriteScope,
  subscriber: SubscriberRow,
  serving: SubscriptionRow[],
  inactiveReason: (typeof inactiveReasons)[number],
): Promise<{ ended: SubscriptionRow[]; subscriber: SubscriberRow }> {
  const ended = await deactivateAll(scope, serving, inactiveReason);
  await syncNetwork(scope, ended, new Set(subscriber.heldAt ? [subscriber.id] : []));
  const [left] = await scope.db
    .select({ id: subscription.id })
    .from(subscription)
    .where(
      and(
        eq(subscription.providerId, scope.providerId),
        eq(subscription.subscriberId, subscriber.id),
        inArray(subscription.status, [...inService]),
      ),
    )
    .limit(1);
  if (left || subscriber.status !== 'active') return { ended, subscriber };
  return { ended, subscriber: await transition(scope, subscriberResource, subscriber, 'suspend') };
}

/** The part of going out of service that is the subscription's own: state, cycle, invoices, installation. */
export async function deactivateAll(
  scope: WriteScope,
  serving: SubscriptionRow[],
  inactiveReason: (typeof inactiveReasons)[number],
): Promise<SubscriptionRow[]> {
  const ids = serving.map((row) => row.id);
  const installations = await lockOpenInstallations(scope, ids);
  await closeCycles(scope, ids);
  await voidOpenInvoices(scope, ids);
  const ended = await transitionAll(scope, subscriptionResource, serving, 'deactivate', {
    inactiveReason,
    nextPlanId: null,
    cancelAt: null,
  });
  await archiveInstallations(scope, installations);
  return ended;
}

async function closeCycles(scope: WriteScope, subscriptionIds: string[]): Promise<void> {
  const running = await scope.db
    .select()
    .from(billingCycle)
    .where(
      and(
        eq(billingCycle.providerId, scope.providerId),
        sql`${billingCycle.subscriptionId} = any(${sql.param(subscriptionIds)})`,
        inArray(billingCycle.status, ['SCHEDULED', 'ACTIVE', 'OVERDUE']),
      ),
    );
  await transitionAll(scope, billingCycleResource, running, 'close');
}
