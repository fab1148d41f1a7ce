import { and, eq, inArray, sql } from 'drizzle-orm';
import { billingCycle } from '../../../drizzle/schema/billing.ts';
import { subscriber } from '../../../drizzle/schema/subscriber.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import type { WriteScope } from '../../db/scope.ts';
import { transitionEach } from '../../state/transition.ts';
import { archiveInstallations } from '../installation/end.ts';
import { lockOpenInstallations } from '../installation/lock.ts';
import { voidOpenInvoices } from '../invoice/void.ts';
import { queueMails } from '../mail/queue.ts';
import { subscriberResource } from '../subscriber/resource.ts';
import { heldAmong, syncNetwork } from '../subscription/network.ts';
import { inService } from '../subscription/rules.ts';
import { leaveService } from '../subscription/service.ts';
import { lockAccounts } from './accounts.ts';
import { type DueItem, dueRows } from './due-work.ts';
import { type BillingCycleRow, billingCycleResource } from './resource.ts';

/**
 * The days of grace are over: the cycle is suspended, the subscription goes out of service, what was asked for is
 * void, and a subscriber with nothing left in service is suspended, all at once. Contract: Billing.
 */
export const graceEnd = dueRows({
  name: 'grace end',
  resource: billingCycleResource,
  column: billingCycle.graceEndsAt,
  subscriberId: billingCycle.subscriberId,
  status: ['OVERDUE'],
  run: endGrace,
});

async function endGrace(scope: WriteScope, items: DueItem<BillingCycleRow>[]): Promise<void> {
  const accounts = await lockAccounts(scope, items, items);
  const atOf = new Map(accounts.map(({ at, subscription: { id } }) => [id, at]));
  const installations = await lockOpenInstallations(scope, [...atOf.keys()]);
  await transitionEach(
    scope,
    billingCycleResource,
    'suspend',
    accounts.map(({ at, cycle }) => ({ at, row: cycle })),
  );
  await transitionEach(
    scope,
    billingCycleResource,
    'close',
    accounts.flatMap(({ at, next }) => (next ? [{ at, row: next }] : [])),
  );
  await voidOpenInvoices(scope, [...atOf.keys()], { at: atOf });
  const ended = await leaveService(
    scope,
    accounts.map(({ at, subscription: row }) => ({ at, row })),
    'GRACE_EXPIRED',
  );
  await archiveInstallations(scope, installations, atOf);
  await syncNetwork(scope, ended, await heldAmong(scope, ended));
  await queueMails(
    scope,
    accounts.map(({ at, cycle, plan, invoice }) => ({
      kind: 'SUSPENSION',
      factId: cycle.id,
      subscriberId: cycle.subscriberId,
      facts: {
        amount: invoice?.total ?? 0,
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

/**
 * Suspends those of the subscribers who have nothing in service any more.
 * @param since when the last of each went out of service
 */
export async function suspendWithoutService(
  scope: WriteScope,
  since: ReadonlyMap<string, Date>,
): Promise<void> {
  const ids = sql.param([...since.keys()]);
  const idle = await scope.db
    .select()
    .from(subscriber)
    .where(
      and(
        eq(subscriber.providerId, scope.providerId),
        sql`${subscriber.id} = any(${ids})`,
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
    idle.map((row) => ({ row, at: since.get(row.id) ?? scope.now })) as never,
  );
}
