import { and, eq, inArray, sql } from 'drizzle-orm';
import { billingCycle, payment } from '../../../../drizzle/schema/billing.ts';
import { subscriber } from '../../../../drizzle/schema/subscriber.ts';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import { ZERO } from '../../../contract/money.ts';
import { inService } from '../../../contract/subscription-rules.ts';
import { isOneOf } from '../../../db/statement.ts';
import { transitionEach } from '../../../state/transition.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { enqueueEmails } from '../../messaging/email/enqueue.ts';
import { type BillingCycleRow, billingCycleResource } from '../../model/billing-cycle/resource.ts';
import { lockOpenInstallations } from '../../model/installation/lock.ts';
import { transitEnd, waitsForMoney } from '../../model/payment/in-transit.ts';
import { subscriberResource } from '../../model/subscriber/resource.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';
import { subscribersOnHold, syncRadius } from '../../network/sync-radius.ts';
import { type DueItem, dueRows } from '../../queue/due-work.ts';
import { archiveInstallations } from '../charges/installation.ts';
import { voidOpenInvoices } from '../invoicing/void.ts';
import { lockForBilling } from '../terms/billing-context.ts';
import { leaveService } from './end-service.ts';

/**
 * Ends grace in one transaction: the cycle is SUSPENDED, the subscription INACTIVE, the renewal VOID, and a subscriber
 * without other service suspended. Contract: Billing, Money in transit.
 */
export const graceEnd = dueRows({
  name: 'grace end',
  resource: billingCycleResource,
  column: billingCycle.graceEndsAt,
  subscriberId: billingCycle.subscriberId,
  status: ['OVERDUE'],
  wait: waitsForMoney(
    payment.subscriptionId,
    { providerId: billingCycle.providerId, id: billingCycle.subscriptionId },
    'RENEWAL',
  ),
  run: endGrace,
});

export async function endGrace(scope: WriteScope, items: DueItem<BillingCycleRow>[]): Promise<void> {
  const locked = await lockForBilling(scope, items, items);
  // Grace that was extended after the item was found ends later, and so does one whose payment is in transit since.
  const contexts = locked.filter(
    ({ at, cycle: { graceEndsAt }, inTransit }) => (inTransit ? transitEnd(graceEndsAt) : graceEndsAt) <= at,
  );
  const atOf = new Map(contexts.map(({ at, subscription: { id } }) => [id, at]));
  const installations = await lockOpenInstallations(scope, [...atOf.keys()]);
  await transitionEach(
    scope,
    billingCycleResource,
    'suspend',
    contexts.map(({ at, cycle }) => ({ at, row: cycle })),
  );
  await transitionEach(
    scope,
    billingCycleResource,
    'close',
    contexts.flatMap(({ at, next }) => (next ? [{ at, row: next }] : [])),
  );
  await voidOpenInvoices(scope, [...atOf.keys()], { reason: 'GRACE_EXPIRED', at: atOf });
  const ended: SubscriptionRow[] = [];
  // An end that was requested in transit is due too.
  for (const reason of ['CANCELLED', 'PLAN_REMOVED', 'GRACE_EXPIRED'] as const) {
    const leaving = contexts.flatMap(({ at, subscription: row }) =>
      endReason(row) === reason ? [{ at, row }] : [],
    );
    ended.push(...(await leaveService(scope, leaving, reason)));
  }
  await archiveInstallations(scope, installations, atOf);
  await syncRadius(scope, ended, await subscribersOnHold(scope, ended));
  await enqueueEmails(
    scope,
    contexts.map(({ at, cycle, plan, invoice }) => ({
      kind: 'SUSPENSION',
      factId: cycle.id,
      subscriberId: cycle.subscriberId,
      facts: {
        amount: invoice?.total ?? ZERO,
        currency: plan.priceCurrency,
        invoiceId: null,
        at: at.toISOString(),
        what: plan.planName,
      },
      at,
    })),
  );
  await suspendWithoutService(
    scope,
    new Map(ended.map((row) => [row.subscriberId, atOf.get(row.id) ?? scope.now])),
  );
}

function endReason({ cancelAt, planRemovalAt }: SubscriptionRow) {
  if (cancelAt !== null) return 'CANCELLED';
  return planRemovalAt === null ? 'GRACE_EXPIRED' : 'PLAN_REMOVED';
}

/**
 * Suspends active subscribers without a subscription in service. Contract: Subscriber.
 * @param since the instant at which the last subscription of each subscriber ended, by subscriber id
 */
export async function suspendWithoutService(
  scope: WriteScope,
  since: ReadonlyMap<string, Date>,
): Promise<void> {
  const ids = [...since.keys()];
  const idle = await scope.db
    .select()
    .from(subscriber)
    .where(
      and(
        eq(subscriber.providerId, scope.providerId),
        isOneOf(subscriber.id, ids),
        eq(subscriber.status, 'active'),
        sql`not exists (
          select 1 from ${subscription} where ${subscription.providerId} = ${subscriber.providerId}
            and ${subscription.subscriberId} = ${subscriber.id} and ${inArray(subscription.status, [...inService])})`,
      ),
    );
  await transitionEach(
    scope,
    subscriberResource,
    'suspend',
    idle.map((row) => ({ row, at: since.get(row.id) ?? scope.now })),
  );
}
