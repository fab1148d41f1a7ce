import { and, desc, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { auditEntry } from '../../../drizzle/schema/provider.ts';
import type { planId } from '../../contract/plan.ts';
import type { PriceHistory } from '../../contract/portal/plan-prices.ts';
import { actorText } from '../../contract/texts/actor-text.ts';
import type { Scope } from '../../work/scope.ts';
import { findPlan } from '../model/plan/resource.ts';

/** The most changes of a plan that are read. */
const MAX_ENTRIES = 500;

type Change = { before?: unknown; after?: unknown };

/**
 * The prices that a plan has had and who set them, the newest first, from the audit trail. The first entry of a plan has the price with which
 * it was created. Contract: Audit.
 * @throws NOT_FOUND
 */
export async function readPriceHistory(scope: Scope, { id }: z.output<typeof planId>): Promise<PriceHistory> {
  const plan = await findPlan(scope, id);
  const entries = await scope.db
    .select()
    .from(auditEntry)
    .where(and(eq(auditEntry.providerId, scope.providerId), eq(auditEntry.resourceId, id)))
    .orderBy(desc(auditEntry.id))
    .limit(MAX_ENTRIES);
  const history: PriceHistory = [];
  // An entry has the currency only where that changed, so it is followed back from the present one.
  let currency = plan.priceCurrency;
  for (const { id: entryId, actorType, actorName, createdAt, changes } of entries) {
    const { priceAmount, priceCurrency } = JSON.parse(changes) as Record<string, Change | undefined>;
    const after = currency;
    if (typeof priceCurrency?.before === 'string') currency = priceCurrency.before;
    if (typeof priceAmount?.after !== 'number') continue;
    history.push({
      id: entryId,
      at: createdAt.toISOString(),
      by: actorText({ type: actorType, name: actorName }),
      before: typeof priceAmount.before === 'number' ? { amount: priceAmount.before, currency } : null,
      after: { amount: priceAmount.after, currency: after },
    });
  }
  return history;
}
