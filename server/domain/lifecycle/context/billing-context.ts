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

/** What billing reads about a subscription to decide on its running cycle. All rows are of one instant. */
export type BillingContext = {
  /** When the change happens: the due instant, or the last change of a row where that is later. */
  at: Date;
  cycle: BillingCycleRow;
  subscription: SubscriptionRow;
  plan: PlanRow;
  /** The plan of the pending change. */
  nextPlan: PlanRow | null;
  /** The SCHEDULED cycle after the running one, and its renewal invoice. */
  next: BillingCycleRow | null;
  invoice: InvoiceRow | null;
};

/**
 * Locks the subscriptions of due cycles and reads their billing contexts, in five statements for any number of cycles.
 * It leaves out cycles whose status changed before the lock, because another transaction handled them.
 * @param changing the items whose subscribers may change; these subscribers are locked first
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

/** Locks one subscription for billing and reads its billing context; undefined out of service. */
export async function lockContext(
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

/** The end of the last paid cycle: of the SCHEDULED one where it is paid, else of the running one. */
export function paidUntil({ cycle, next }: BillingContext): Date {
  return next?.paymentStatus === 'COMPLETED' ? next.expiresAt : cycle.expiresAt;
}

/** The planned end of service, by cancellation or plan removal; null without one. */
export function plannedEnd(row: Pick<SubscriptionRow, 'cancelAt' | 'planRemovalAt'>): Date | null {
  return row.cancelAt ?? row.planRemovalAt;
}

/** Locks the subscribers of due items by id, the order that every transaction keeps. */
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
