import { and, eq, inArray } from 'drizzle-orm';
import { billingCycle, invoice } from '../../drizzle/schema/billing.ts';
import { HOUR_MS, plus } from '../clock.ts';
import { runningCycleStatuses } from '../contract/billing-cycle-rules.ts';
import { DAY_MS } from '../contract/days.ts';
import type { BillingCycleRow } from '../domain/model/billing-cycle/resource.ts';
import type { DueItem } from '../domain/queue/due-work.ts';
import { receiveRenewals } from '../domain/scheduling/receive-renewals.ts';
import type { PassWork } from '../domain/scheduling/run.ts';
import type { Scope } from '../work/scope.ts';
import { seededRandom } from './random.ts';
import type { CustomerTimeline } from './scenarios.ts';

type OpenRenewal = { cycle: BillingCycleRow; issuedAt: Date; graceEndsAt: Date };

/**
 * Customers' payments of renewals as due work, so that payments and the billing run alternate in order of time. Most
 * customers pay before the cycle ends, some within the grace period, a few not at all.
 */
export function renewalPayments(timelines: readonly CustomerTimeline[]): PassWork {
  return {
    async due(scope, until) {
      const timelineOf = new Map(timelines.map((timeline) => [timeline.id, timeline]));
      return (await openRenewals(scope))
        .flatMap(({ cycle, ...renewal }): DueItem<BillingCycleRow>[] => {
          const timeline = timelineOf.get(cycle.subscriberId);
          const at = timeline && paymentInstant(timeline, { cycle, ...renewal });
          return at && at <= until ? [{ at, subscriberId: cycle.subscriberId, row: cycle }] : [];
        })
        .sort((a, b) => a.at.getTime() - b.at.getTime());
    },
    run: (scope, items) => receiveRenewals(scope, items as DueItem<BillingCycleRow>[]),
  };
}

/** When the customer pays the renewal of a cycle; null without a payment. Other draws do not change the result. */
function paymentInstant(
  timeline: CustomerTimeline,
  { cycle, issuedAt, graceEndsAt }: OpenRenewal,
): Date | null {
  const { seed, steps, latePercent, unpaidPeriod } = timeline;
  const end = cycle.expiresAt;
  if (unpaidPeriod && end > unpaidPeriod.from && (!unpaidPeriod.until || end < unpaidPeriod.until))
    return null;
  const day = Math.round((end.getTime() - (steps[0]?.at ?? end).getTime()) / DAY_MS);
  const random = seededRandom(seed * 1_000 + day);
  const isLate = random.chance(latePercent);
  const from = isLate ? end : issuedAt;
  const least = isLate ? 6 * HOUR_MS : HOUR_MS;
  const most = (isLate ? graceEndsAt : end).getTime() - from.getTime() - HOUR_MS;
  return plus(from, random.whole(least, Math.max(least, most)));
}

/** Running cycles whose renewal invoice is open. */
async function openRenewals(scope: Scope): Promise<OpenRenewal[]> {
  const rows = await scope.db
    .select({ cycle: billingCycle, issuedAt: invoice.issuedAt })
    .from(invoice)
    .innerJoin(
      billingCycle,
      and(
        eq(billingCycle.providerId, invoice.providerId),
        eq(billingCycle.subscriptionId, invoice.subscriptionId),
        inArray(billingCycle.status, [...runningCycleStatuses]),
      ),
    )
    .where(
      and(eq(invoice.providerId, scope.providerId), eq(invoice.status, 'OPEN'), eq(invoice.kind, 'RENEWAL')),
    );
  return rows.map(({ cycle, issuedAt }) => ({ cycle, issuedAt, graceEndsAt: cycle.graceEndsAt }));
}
