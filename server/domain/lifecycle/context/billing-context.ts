import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { billingCycle, invoice } from '../../../../drizzle/schema/billing.ts';
import { plan } from '../../../../drizzle/schema/plan.ts';
import { subscriber } from '../../../../drizzle/schema/subscriber.ts';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import type { WriteScope } from '../../../db/scope.ts';
import type { BillingCycleRow } from '../../model/billing-cycle/resource.ts';
import type { DueItem } from '../../model/due-work.ts';
import type { InvoiceRow } from '../../model/invoice/resource.ts';
import type { PlanRow } from '../../model/plan/resource.ts';
import type { SubscriptionRow } from '../../model/subscription/resource.ts';

/** All that is known of a subscription when something falls due on its running cycle. */
export type BillingContext = {
  /** When it happens: at the due instant, or right after whatever was done with the context since. */
  at: Date;
  cycle: BillingCycleRow;
  subscription: SubscriptionRow;
  plan: PlanRow;
  /** The plan that is queued. */
  nextPlan: PlanRow | null;
  /** The cycle that was scheduled to follow, and the invoice that asks for it. */
  next: BillingCycleRow | null;
  invoice: InvoiceRow | null;
};

/**
 * Locks the subscriptions behind due cycles (their subscribers first, where those will change) and reads what a
 * decision about them needs, in a handful of statements for any number of them. Cycles that are no longer in the
 * state they were found in are left out: somebody else was here meanwhile.
 * @param changing those of them whose subscribers may change too
 */
export async function lockForBilling(
  scope: WriteScope,
  items: DueItem<BillingCycleRow>[],
  changing: DueItem[] = [],
): Promise<BillingContext[]> {
  if (changing.length > 0) await lockSubscribers(scope, changing);
  const subscriptions = await scope.db
    .select()
    .from(subscription)
    .where(
      and(
        eq(subscription.providerId, scope.providerId),
        anyOf(
          subscription.id,
          items.map(({ row }) => row.subscriptionId),
        ),
      ),
    )
    .orderBy(subscription.id)
    .for('no key update');
  const [cycles, plans, invoices] = await Promise.all([
    scope.db
      .select()
      .from(billingCycle)
      .where(
        and(
          eq(billingCycle.providerId, scope.providerId),
          anyOf(
            billingCycle.subscriptionId,
            subscriptions.map((row) => row.id),
          ),
          inArray(billingCycle.status, ['SCHEDULED', 'ACTIVE', 'OVERDUE']),
        ),
      ),
    scope.db
      .select()
      .from(plan)
      .where(
        and(
          eq(plan.providerId, scope.providerId),
          anyOf(plan.id, [
            ...new Set(
              subscriptions.flatMap((row) => [row.planId, ...(row.nextPlanId ? [row.nextPlanId] : [])]),
            ),
          ]),
        ),
      ),
    scope.db
      .select()
      .from(invoice)
      .where(
        and(
          eq(invoice.providerId, scope.providerId),
          anyOf(
            invoice.subscriptionId,
            subscriptions.map((row) => row.id),
          ),
          eq(invoice.kind, 'RENEWAL'),
          ne(invoice.status, 'VOID'),
          sql`${invoice.periodStart} >= ${earliestEnd(items)}`,
        ),
      ),
  ]);
  const subscriptionOf = new Map(subscriptions.map((row) => [row.id, row]));
  const planOf = new Map(plans.map((row) => [row.id, row]));
  const cycleOf = new Map(cycles.map((row) => [row.id, row]));
  const nextOf = new Map(
    cycles.filter((row) => row.status === 'SCHEDULED').map((row) => [row.subscriptionId, row]),
  );
  const invoiceOf = new Map(invoices.map((row) => [row.billingCycleId, row]));
  return items.flatMap(({ at, row: found }): BillingContext[] => {
    const cycle = cycleOf.get(found.id);
    const owner = subscriptionOf.get(found.subscriptionId);
    const terms = owner && planOf.get(owner.planId);
    if (!owner || !terms || cycle?.status !== found.status) return [];
    const next = nextOf.get(owner.id) ?? null;
    return [
      {
        at: latest(at, cycle.updatedAt, owner.updatedAt, ...(next ? [next.updatedAt] : [])),
        cycle,
        subscription: owner,
        plan: terms,
        nextPlan: (owner.nextPlanId && planOf.get(owner.nextPlanId)) || null,
        next,
        invoice: (next && invoiceOf.get(next.id)) ?? null,
      },
    ];
  });
}

/** The same for one subscription in service that is locked already. */
export async function contextOf(
  scope: WriteScope,
  row: SubscriptionRow,
): Promise<BillingContext | undefined> {
  const [cycle] = await scope.db
    .select()
    .from(billingCycle)
    .where(
      and(
        eq(billingCycle.providerId, scope.providerId),
        eq(billingCycle.subscriptionId, row.id),
        inArray(billingCycle.status, ['ACTIVE', 'OVERDUE']),
      ),
    );
  if (!cycle) return undefined;
  const [context] = await lockForBilling(scope, [
    { at: scope.now, subscriberId: row.subscriberId, row: cycle },
  ]);
  return context;
}

/** The end of the last cycle that is paid for: the scheduled one's, else the running one's. */
export function paidUntil({ cycle, next }: BillingContext): Date {
  return next?.paymentStatus === 'COMPLETED' ? next.expiresAt : cycle.expiresAt;
}

/** When a subscription goes out of service because somebody wants it to; null when nobody does. */
export function plannedEnd(row: Pick<SubscriptionRow, 'cancelAt' | 'planRemovalAt'>): Date | null {
  return row.cancelAt ?? row.planRemovalAt;
}

/** Locks the subscribers behind due items, in the order in which everybody does. */
export async function lockSubscribers(scope: WriteScope, items: DueItem[]): Promise<void> {
  await scope.db
    .select({ id: subscriber.id })
    .from(subscriber)
    .where(
      and(
        eq(subscriber.providerId, scope.providerId),
        anyOf(
          subscriber.id,
          items.map((item) => item.subscriberId),
        ),
      ),
    )
    .orderBy(subscriber.id)
    .for('no key update');
}

function latest(...instants: Date[]): Date {
  return new Date(Math.max(...instants.map((at) => at.getTime())));
}

function earliestEnd(items: DueItem<BillingCycleRow>[]): string {
  return new Date(Math.min(...items.map(({ row }) => row.expiresAt.getTime()))).toISOString();
}

function anyOf(column: Parameters<typeof eq>[0], values: string[]) {
  return sql`${column} = any(${sql.param(values)})`;
}
