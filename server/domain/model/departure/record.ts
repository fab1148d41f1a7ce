import { sql } from 'drizzle-orm';
import { departure } from '../../../../drizzle/schema/departure.ts';
import type { GivenReason } from '../../../contract/departure.ts';
import type { departureKinds } from '../../../contract/enums.ts';
import type { Minor } from '../../../contract/money.ts';
import { isInService } from '../../../contract/subscription-rules.ts';
import { audit } from '../../../work/audit.ts';
import { newId } from '../../../work/ids.ts';
import type { WriteScope } from '../../../work/scope.ts';
import type { SubscriptionRow } from '../subscription/resource.ts';

/**
 * Records the requests that ended subscriptions, or will end them, with their reason. Contract: Billing.
 * @param rows the subscriptions before the request
 */
export async function recordDepartures(
  scope: WriteScope,
  rows: SubscriptionRow[],
  kind: (typeof departureKinds)[number],
  { reason, note }: GivenReason,
): Promise<void> {
  if (rows.length === 0) return;
  await scope.db.insert(departure).values(
    rows.map((row) => ({
      ...{ id: newId('departure', scope.now), providerId: scope.providerId },
      ...{ subscriptionId: row.id, subscriberId: row.subscriberId, planId: row.planId },
      ...{ kind, reason: reason ?? null, note: note ?? null, currency: row.currency },
      mrr: mrrOf(row),
      ...{ createdAt: scope.now, updatedAt: scope.now },
    })),
  );
  if (reason === undefined && note === undefined) return;
  const given = Object.entries({ reason, note }).filter(([, value]) => value !== undefined);
  const changes = Object.fromEntries(given.map(([field, after]) => [field, { before: null, after }]));
  for (const { id } of rows) audit(scope, 'subscription.give_reason', { type: 'subscription', id }, changes);
}

/** As the metric counts it. A subscription that is not in service pays nothing. */
function mrrOf({ status, termsPrice, termsDays }: SubscriptionRow) {
  return isInService(status)
    ? sql<Minor>`monthly_amount(${termsPrice}::bigint, ${termsDays}::int)`
    : sql<Minor>`0`;
}
