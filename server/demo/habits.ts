import { and, eq, sql } from 'drizzle-orm';
import { billingCycle, invoice } from '../../drizzle/schema/billing.ts';
import { DAY_MS, HOUR_MS, plus } from '../clock.ts';
import type { Scope } from '../db/scope.ts';
import type { BillingCycleRow } from '../domain/model/billing-cycle/resource.ts';
import type { DueItem } from '../domain/model/due-work.ts';
import { receiveRenewals } from '../domain/scheduling/receive-renewals.ts';
import type { RoundWork } from '../domain/scheduling/run.ts';
import { seededRandom } from './random.ts';
import type { Diary } from './stories.ts';

type Asked = { cycle: BillingCycleRow; issuedAt: Date; graceEndsAt: Date };

/**
 * Customers pay for their renewals, each as is their habit: most of them soon after the invoice came, some in the days
 * of grace, a few not any more. It is due like all else, so that the billing run and the money take turns.
 */
export function renewalPayments(diaries: readonly Diary[]): RoundWork {
  return {
    name: 'renewal payment',
    async due(scope, until) {
      const diaryOf = new Map(diaries.map((diary) => [diary.id, diary]));
      return (await openRenewals(scope))
        .flatMap(({ cycle, ...asked }): DueItem<BillingCycleRow>[] => {
          const diary = diaryOf.get(cycle.subscriberId);
          const at = diary && paysAt(diary, { cycle, ...asked });
          return at && at <= until ? [{ at, subscriberId: cycle.subscriberId, row: cycle }] : [];
        })
        .sort((a, b) => a.at.getTime() - b.at.getTime());
    },
    run: (scope, items) => receiveRenewals(scope, items as DueItem<BillingCycleRow>[]),
  };
}

/** When they pay for what follows a cycle; null when they do not. The same each time, whatever else is drawn. */
function paysAt(diary: Diary, { cycle, issuedAt, graceEndsAt }: Asked): Date | null {
  const { seed, steps, latePercent, paysNot } = diary;
  const end = cycle.expiresAt;
  if (paysNot && end > paysNot.from && (!paysNot.until || end < paysNot.until)) return null;
  const day = Math.round((end.getTime() - (steps[0]?.at ?? end).getTime()) / DAY_MS);
  const random = seededRandom(seed * 1_000 + day);
  const isLate = random.chance(latePercent);
  const from = isLate ? end : issuedAt;
  const least = isLate ? 6 * HOUR_MS : HOUR_MS;
  const most = (isLate ? graceEndsAt : end).getTime() - from.getTime() - HOUR_MS;
  return plus(from, random.whole(least, Math.max(least, most)));
}

/** Running cycles whose renewal is asked for and not paid. */
async function openRenewals(scope: Scope): Promise<Asked[]> {
  const rows = await scope.db
    .select({ cycle: billingCycle, issuedAt: invoice.issuedAt })
    .from(invoice)
    .innerJoin(
      billingCycle,
      and(
        eq(billingCycle.providerId, invoice.providerId),
        eq(billingCycle.subscriptionId, invoice.subscriptionId),
        sql`${billingCycle.status} in ('ACTIVE', 'OVERDUE')`,
      ),
    )
    .where(
      and(eq(invoice.providerId, scope.providerId), eq(invoice.status, 'OPEN'), eq(invoice.kind, 'RENEWAL')),
    );
  return rows.map(({ cycle, issuedAt }) => ({ cycle, issuedAt, graceEndsAt: cycle.graceEndsAt }));
}
