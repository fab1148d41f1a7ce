import { and, eq, sql } from 'drizzle-orm';
import { billingCycle, invoice, payment } from '../../../../drizzle/schema/billing.ts';
import { plan } from '../../../../drizzle/schema/plan.ts';
import { subscriber } from '../../../../drizzle/schema/subscriber.ts';
import { subscription } from '../../../../drizzle/schema/subscription.ts';
import { isPaidCycle, openCycleStatuses } from '../../../contract/billing-cycle-rules.ts';
import { isInService } from '../../../contract/subscription-rules.ts';
import { arrayParameter, isOneOf, literals } from '../../../db/statement.ts';
import { queryRows } from '../../../state/resource.ts';
import type { WriteScope } from '../../../work/scope.ts';
import { type BillingCycleRow, billingCycleResource } from '../../model/billing-cycle/resource.ts';
import { type InvoiceRow, invoiceResource } from '../../model/invoice/resource.ts';
import { readInTransit } from '../../model/payment/in-transit.ts';
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
  /** Whether a payment of that invoice is in transit. */
  inTransit: boolean;
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
  const contextOf = new Map((await readContexts(scope, subscriptions)).map((each) => [each.cycle.id, each]));
  return items.flatMap(({ at, row: found }) => {
    const context = contextOf.get(found.id);
    return context?.cycle.status === found.status ? [{ ...context, at: latest(at, context.at) }] : [];
  });
}

/** The billing context of a locked subscription now; undefined out of service. */
export async function readContext(
  scope: WriteScope,
  row: SubscriptionRow,
): Promise<BillingContext | undefined> {
  if (!isInService(row.status)) return undefined;
  const [context] = await readContexts(scope, [row]);
  return context && { ...context, at: latest(scope.now, context.at) };
}

/** The contexts of locked subscriptions in service, each at the last change of its rows. */
async function readContexts(scope: WriteScope, subscriptions: SubscriptionRow[]): Promise<BillingContext[]> {
  const planIds = new Set(subscriptions.flatMap(({ planId, nextPlanId }) => [planId, nextPlanId ?? planId]));
  const [cycles, plans] = await Promise.all([
    readOpenCycles(scope, { ids: arrayParameter(subscriptions.map((row) => row.id)) }),
    readPlans(scope, { ids: arrayParameter([...planIds]) }),
  ]);
  const scheduled = cycles.filter((row) => row.status === 'SCHEDULED');
  const [invoices, inTransit] = await Promise.all([
    readRenewalInvoices(scope, scheduled),
    readRenewalsInTransit(scope, scheduled),
  ]);
  const planOf = new Map(plans.map((row) => [row.id, row]));
  const runningOf = new Map(
    cycles.filter((row) => row.status !== 'SCHEDULED').map((row) => [row.subscriptionId, row]),
  );
  const nextOf = new Map(scheduled.map((row) => [row.subscriptionId, row]));
  const invoiceOf = new Map(invoices.map((row) => [row.billingCycleId, row]));
  return subscriptions.flatMap((subscription): BillingContext[] => {
    const cycle = runningOf.get(subscription.id);
    const plan = planOf.get(subscription.planId);
    if (!cycle || !plan) return [];
    const next = nextOf.get(subscription.id) ?? null;
    const invoice = (next && invoiceOf.get(next.id)) ?? null;
    return [
      {
        at: latest(cycle.updatedAt, subscription.updatedAt, ...(next ? [next.updatedAt] : [])),
        cycle,
        subscription,
        plan,
        nextPlan: (subscription.nextPlanId && planOf.get(subscription.nextPlanId)) || null,
        next,
        invoice,
        inTransit: invoice !== null && inTransit.has(invoice.id),
      },
    ];
  });
}

/** The SCHEDULED cycle where it is paid or its payment is in transit; null otherwise. Contract: Money in transit. */
export function securedNext({ next, inTransit }: Pick<BillingContext, 'next' | 'inTransit'>) {
  return next && (isPaidCycle(next) || inTransit) ? next : null;
}

/** The end of the last cycle that is paid or whose payment is in transit. Contract: Money in transit. */
export function paidUntil(context: BillingContext): Date {
  return (securedNext(context) ?? context.cycle).expiresAt;
}

/** Whether an end of service that is requested now has no paid cycle to wait for: in grace, without money in transit. */
export function endsAtOnce({ cycle, inTransit }: BillingContext): boolean {
  return cycle.status !== 'ACTIVE' && !inTransit;
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

/** The ids of the renewal invoices of scheduled cycles whose payments are in transit. */
async function readRenewalsInTransit(
  scope: WriteScope,
  scheduled: BillingCycleRow[],
): Promise<Set<string | null>> {
  if (scheduled.every(isPaidCycle)) return new Set();
  const ids = scheduled.map((row) => row.subscriptionId);
  const found = await readInTransit(scope, payment.subscriptionId, ids);
  return new Set(found.map((row) => row.invoiceId));
}
