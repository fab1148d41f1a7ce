import { and, eq, inArray, sql } from 'drizzle-orm';
import { billingCycle, invoice } from '../../../../drizzle/schema/billing.ts';
import { plan } from '../../../../drizzle/schema/plan.ts';
import { subscriber } from '../../../../drizzle/schema/subscriber.ts';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import {
  isPaidCycle,
  openCycleStatuses,
  runningCycleStatuses,
} from '../../../contract/billing-cycle-rules.ts';
import { arrayParameter, isOneOf, literals } from '../../../db/statement.ts';
import { queryRows } from '../../../state/resource.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { type BillingCycleRow, billingCycleResource } from '../../model/billing-cycle/resource.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';
import { type PlanRow, planResource } from '../../model/plan/resource.ts';
import { type SubscriptionRow, subscriptionResource } from '../../model/subscription/resource.ts';
import type { DueItem } from '../../queue/due-work.ts';

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

/** A due cycle, as it was found. */
type DueCycle = Pick<BillingCycleRow, 'id' | 'subscriptionId' | 'status'>;

const ids = sql`any(${sql.placeholder('ids')}::text[])`;

const lockSubscriptions = queryRows(
  subscriptionResource,
  sql`${subscription.id} = ${ids} order by ${subscription.id} for no key update`,
);
const readOpenCycles = queryRows(
  billingCycleResource,
  sql`${billingCycle.subscriptionId} = ${ids} and ${billingCycle.status} in (${literals(openCycleStatuses)})`,
);
const readPlans = queryRows(planResource, sql`${plan.id} = ${ids}`);
const readRenewalInvoicesSince = queryRows(
  invoiceResource,
  sql`${invoice.subscriptionId} = ${ids} and ${invoice.kind} = 'RENEWAL' and ${invoice.status} <> 'VOID'
    and ${invoice.periodStart} >= ${sql.placeholder('start')}::timestamptz`,
);

/**
 * Locks the subscriptions of due cycles and reads their billing contexts, in at most five statements for any number of cycles.
 * It leaves out cycles whose status changed before the lock, because another transaction handled them.
 * @param changing the items whose subscribers may change; these subscribers are locked first
 */
export async function lockForBilling(
  scope: WriteScope,
  items: DueItem<DueCycle>[],
  changing: DueItem[] = [],
): Promise<BillingContext[]> {
  if (changing.length > 0) await lockSubscribers(scope, changing);
  const subscriptions = await lockSubscriptions(scope, {
    ids: arrayParameter(items.map(({ row }) => row.subscriptionId)),
  });
  const planIds = new Set(subscriptions.flatMap(({ planId, nextPlanId }) => [planId, nextPlanId ?? planId]));
  const [cycles, plans] = await Promise.all([
    readOpenCycles(scope, { ids: arrayParameter(subscriptions.map((row) => row.id)) }),
    readPlans(scope, { ids: arrayParameter([...planIds]) }),
  ]);
  const scheduled = cycles.filter((row) => row.status === 'SCHEDULED');
  const invoices = await readRenewalInvoices(scope, scheduled);
  const subscriptionOf = new Map(subscriptions.map((row) => [row.id, row]));
  const planOf = new Map(plans.map((row) => [row.id, row]));
  const cycleOf = new Map(cycles.map((row) => [row.id, row]));
  const nextOf = new Map(scheduled.map((row) => [row.subscriptionId, row]));
  const invoiceOf = new Map(invoices.map((row) => [row.billingCycleId, row]));
  return items.flatMap(({ at, row: found }): BillingContext[] => {
    const cycle = cycleOf.get(found.id);
    const owner = subscriptionOf.get(found.subscriptionId);
    const plan = owner && planOf.get(owner.planId);
    if (!owner || !plan || cycle?.status !== found.status) return [];
    const next = nextOf.get(owner.id) ?? null;
    return [
      {
        at: latest(at, cycle.updatedAt, owner.updatedAt, ...(next ? [next.updatedAt] : [])),
        cycle,
        subscription: owner,
        plan,
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
        inArray(billingCycle.status, [...runningCycleStatuses]),
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
  return isPaidCycle(next) ? next.expiresAt : cycle.expiresAt;
}

/** The pending end of service, by cancellation or plan removal; null without one. */
export function pendingEnd(row: Pick<SubscriptionRow, 'cancelAt' | 'planRemovalAt'>): Date | null {
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
        isOneOf(
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

/** The renewal invoices of scheduled cycles. A renewal window opens without one, which saves the query. */
function readRenewalInvoices(
  scope: WriteScope,
  scheduled: BillingCycleRow[],
): Promise<InvoiceRow[]> | InvoiceRow[] {
  if (scheduled.length === 0) return [];
  return readRenewalInvoicesSince(scope, {
    ids: arrayParameter(scheduled.map((row) => row.subscriptionId)),
    start: new Date(Math.min(...scheduled.map(({ startsAt }) => startsAt.getTime()))).toISOString(),
  });
}
