import { and, asc, desc, eq, inArray, type SQL } from 'drizzle-orm';
import { billingCycle } from '../../../drizzle/schema/billing.ts';
import { plan } from '../../../drizzle/schema/plan.ts';
import { subscription } from '../../../drizzle/schema/subscription.ts';
import { runningCycleStatuses } from '../../contract/billing-cycle-rules.ts';
import { hasEnded } from '../../contract/subscription-rules.ts';
import { owned } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { renewalOutlook } from '../lifecycle/renewal/next-renewal.ts';
import { currentTerms } from '../lifecycle/terms/quote.ts';
import { isLasting } from '../model/subscription/lasting.ts';
import { type SubscriptionRow, subscriptionResource } from '../model/subscription/resource.ts';
import { getCycleUsage } from '../network-session/read-usage.ts';

/** Services that the page describes. */
const MAX_SERVICES = 10;

/** The state of a service in the words of a customer, with the instant that the words name. */
export type ServiceState =
  | { is: 'waiting' | 'stopped' | 'ended'; at: null }
  | { is: 'paid' | 'overdue' | 'ending' | 'upgrading'; at: Date | null };

export type PageService = {
  planName: string;
  /** The partner's own name of the line, where it has one. */
  reference: string | null;
  state: ServiceState;
  downloadSpeedMbps: number;
  uploadSpeedMbps: number;
  /** The traffic of the cycle, in octets; null without a running cycle. `cap` is null where there is none. */
  usage: { octets: number; cap: number | null; isThrottled: boolean } | null;
};

/**
 * The first services of a subscriber that have not ended for good, oldest first; without any, the one that began last. `more` is the number
 * of the others, and `currency` that of the first one's plan.
 */
export async function readServices(
  scope: Scope,
  subscriberId: string,
): Promise<{ services: PageService[]; more: number; currency: string | undefined }> {
  const own = and(owned(scope, subscriptionResource), eq(subscription.subscriberId, subscriberId));
  const read = (which: SQL | undefined, ...order: SQL[]) =>
    scope.db
      .select({ row: subscription, planName: plan.planName, currency: plan.priceCurrency })
      .from(subscription)
      .innerJoin(plan, and(eq(plan.providerId, subscription.providerId), eq(plan.id, subscription.planId)))
      .where(and(own, which))
      .orderBy(...order);
  const { createdAt, id } = subscription;
  const lasting = await read(isLasting, asc(createdAt), asc(id)).limit(MAX_SERVICES);
  const shown = lasting.length > 0 ? lasting : await read(undefined, desc(createdAt), desc(id)).limit(1);
  const isFull = lasting.length === MAX_SERVICES;
  const all = isFull ? await scope.db.$count(subscription, and(own, isLasting)) : lasting.length;
  return {
    services: await Promise.all(shown.map(({ row, planName }) => describeService(scope, row, planName))),
    more: Math.max(0, all - shown.length),
    currency: shown[0]?.currency,
  };
}

async function describeService(scope: Scope, row: SubscriptionRow, planName: string): Promise<PageService> {
  const [terms, { nextPaidUntil }, usage, [running]] = await Promise.all([
    currentTerms(scope, row),
    renewalOutlook(scope, row),
    getCycleUsage(scope, { id: row.id }),
    scope.db
      .select()
      .from(billingCycle)
      .where(
        and(
          eq(billingCycle.providerId, scope.providerId),
          eq(billingCycle.subscriptionId, row.id),
          inArray(billingCycle.status, [...runningCycleStatuses]),
        ),
      ),
  ]);
  return {
    ...{ planName, reference: row.externalReference },
    state: stateOf(
      row,
      nextPaidUntil ?? row.expiresAt,
      running?.status === 'OVERDUE' ? running.graceEndsAt : null,
    ),
    ...(row.termsSpeed ?? terms.speed),
    usage: running
      ? { octets: usage.octets, cap: usage.capOctets, isThrottled: usage.throttledAt !== null }
      : null,
  };
}

function stateOf(row: SubscriptionRow, paidUntil: Date | null, graceEndsAt: Date | null): ServiceState {
  if (hasEnded(row)) return { is: 'ended', at: null };
  if (row.status === 'PENDING') return { is: 'waiting', at: null };
  if (row.status === 'INACTIVE') return { is: 'stopped', at: null };
  if (graceEndsAt) return { is: 'overdue', at: graceEndsAt };
  if (row.cancelAt) return { is: 'ending', at: row.cancelAt };
  if (row.status === 'AWAITING_PAYMENT_FOR_UPGRADE') return { is: 'upgrading', at: row.upgradeExpiresAt };
  return { is: 'paid', at: paidUntil };
}
