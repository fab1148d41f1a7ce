import { and, asc, desc, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { payment } from '../../../drizzle/schema/billing.ts';
import { networkSession } from '../../../drizzle/schema/network.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import { subtract, toMajor } from '../../contract/money.ts';
import type { NetworkSessionSnapshot } from '../../contract/network-session.ts';
import { daysOverdue } from '../../contract/overdue.ts';
import type { SubscriberDebt } from '../../contract/portal/debt.ts';
import type { ServiceOverview, SubscriberOverview } from '../../contract/portal/subscriber-overview.ts';
import type { subscriberId } from '../../contract/subscriber.ts';
import { hasEnded, inService } from '../../contract/subscription-rules.ts';
import { literals } from '../../db/statement.ts';
import { find, owned, presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { findDebt } from '../lifecycle/payment/find-debt.ts';
import { renewalOutlook } from '../lifecycle/renewal/next-renewal.ts';
import { currentTerms } from '../lifecycle/terms/quote.ts';
import type { InvoiceRow } from '../model/invoice/resource.ts';
import { labelsOf } from '../model/labels.ts';
import { isOpenSession, networkSessionResource } from '../model/network-session/resource.ts';
import { paymentResource } from '../model/payment/resource.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { isLasting } from '../model/subscription/lasting.ts';
import { type SubscriptionRow, subscriptionResource } from '../model/subscription/resource.ts';
import { getCycleUsage } from '../network-session/read-usage.ts';
import { findSubscriberDebts, presentDebt } from '../payment/debts.ts';
import { readOnItsWay } from '../payment/on-its-way.ts';
import { explainSubscription } from '../subscription/explain.ts';

/** The most subscriptions that the answer describes. A page links to the list of all. */
const MAX_SERVICES = 5;

/**
 * What a subscriber owes, why service is on or off, and when it ends, by the provider's clock. Portal only.
 * @throws NOT_FOUND
 */
export async function readOverview(
  scope: Scope,
  { id }: z.output<typeof subscriberId>,
): Promise<SubscriberOverview> {
  const row = await find(scope, subscriberResource, id);
  const described = await describedSubscriptions(scope, row.id);
  const [{ balanceDue, creditBalance }, onItsWay, debts, refundsDue] = await Promise.all([
    presentOne(scope, subscriberResource, row),
    readOnItsWay(scope, row.id),
    findSubscriberDebts(scope, row.id),
    readRefundsDue(scope, row.id),
  ]);
  const plans = [...described, ...debts].flatMap(({ planId }) => planId ?? []);
  const names = await labelsOf(scope, { ids: [...new Set(plans)] });
  return {
    now: scope.now.toISOString(),
    debts: debts.map((debt) =>
      datedDebt(scope, presentDebt(debt), debt.planId === null ? null : (names[debt.planId] ?? null)),
    ),
    owed: balanceDue,
    credit: creditBalance,
    onItsWay,
    refundsDue,
    services: await Promise.all(
      described.map((each) => describeService(scope, each, names[each.planId] ?? each.planId)),
    ),
  };
}

/**
 * The first subscriptions that have not ended for good, those in service first, then oldest first; without any, the one that
 * began last.
 */
async function describedSubscriptions(scope: Scope, subscriberId: string): Promise<SubscriptionRow[]> {
  const own = and(owned(scope, subscriptionResource), eq(subscription.subscriberId, subscriberId));
  const { createdAt, id, status } = subscription;
  const read = (which: SQL | undefined, ...order: SQL[]) =>
    scope.db
      .select()
      .from(subscription)
      .where(and(own, which))
      .orderBy(...order);
  const inServiceFirst = sql`${status} not in (${literals(inService)})`;
  const lasting = await read(isLasting, inServiceFirst, asc(createdAt), asc(id)).limit(MAX_SERVICES);
  return lasting.length > 0 ? lasting : read(undefined, desc(createdAt), desc(id)).limit(1);
}

function datedDebt({ now }: Scope, debt: SubscriberDebt, planName: string | null) {
  const { subscriptionId, chargeId, name, dueAt } = debt;
  return {
    ...debt,
    planName,
    // An invoice has its number from its issue on.
    isOwed: chargeId !== null || name !== null,
    // The due time of a charge is its expiry, after which nothing is due.
    daysOverdue: subscriptionId !== null && dueAt !== null ? daysOverdue(new Date(dueAt), now) : null,
  };
}

async function readRefundsDue(scope: Scope, subscriberId: string): Promise<SubscriberOverview['refundsDue']> {
  const rows = await scope.db
    .select()
    .from(payment)
    .where(
      and(owned(scope, paymentResource), eq(payment.subscriberId, subscriberId), eq(payment.refundDue, true)),
    )
    .orderBy(desc(payment.id));
  return rows.map(({ id, reference, amount, refundedAmount, currency }) => ({
    paymentId: id,
    reference,
    total: totalOf({ total: subtract(amount, refundedAmount), currency }),
  }));
}

async function describeService(
  scope: Scope,
  row: SubscriptionRow,
  planName: string,
): Promise<ServiceOverview> {
  const { id, status, externalReference } = row;
  const [{ sentences }, terms, outlook, debt, usage, sessions] = await Promise.all([
    explainSubscription(scope, { id }),
    currentTerms(scope, row),
    renewalOutlook(scope, row),
    hasEnded(row) ? null : findDebt(scope, row),
    getCycleUsage(scope, { id }),
    readSessions(scope, id),
  ]);
  const { nextPaidUntil, renewal } = outlook;
  const issued = debt?.invoice?.kind === 'RENEWAL' ? debt.invoice : null;
  return {
    ...{ subscriptionId: id, status, planName, externalReference, sentences },
    paidUntil: row.expiresAt?.toISOString() ?? null,
    nextPaidUntil: nextPaidUntil?.toISOString() ?? null,
    renewal: issued
      ? { at: issued.dueAt.toISOString(), total: totalOf(issued), isIssued: true }
      : renewal && { at: renewal.at.toISOString(), total: totalOf(renewal), isIssued: false },
    restoration:
      debt && debt.total > 0 && (debt.kind === 'FIRST' || debt.kind === 'REACTIVATION')
        ? { kind: debt.kind, total: totalOf(debt) }
        : null,
    speed: row.termsSpeed ?? terms.speed,
    usage,
    ...sessions,
  };
}

function totalOf({ total, currency }: Pick<InvoiceRow, 'total' | 'currency'>) {
  return { amount: toMajor(total, currency), currency };
}

/** The session of a subscription that is online, and the last one that ended. */
async function readSessions(
  scope: Scope,
  subscriptionId: string,
): Promise<Pick<ServiceOverview, 'session' | 'lastSession'>> {
  const own = and(owned(scope, networkSessionResource), eq(networkSession.subscriptionId, subscriptionId));
  const [[open], [ended]] = await Promise.all([
    scope.db
      .select()
      .from(networkSession)
      .where(and(own, isOpenSession('network_session')))
      .orderBy(desc(networkSession.createdAt))
      .limit(1),
    scope.db
      .select()
      .from(networkSession)
      .where(and(own, isNotNull(networkSession.endedAt)))
      .orderBy(desc(networkSession.createdAt), desc(networkSession.id))
      .limit(1),
  ]);
  // The address is a computed column.
  const online = open && (await find(scope, networkSessionResource, open.id));
  const session = online && (await presentOne(scope, networkSessionResource, online));
  return {
    session: session ? pick(session) : null,
    lastSession: ended?.endedAt
      ? { id: ended.id, endedAt: ended.endedAt.toISOString(), reason: ended.reason }
      : null,
  };
}

function pick({ id, ipAddress, startedAt, throttled }: NetworkSessionSnapshot) {
  return { id, ipAddress, startedAt, throttled };
}
