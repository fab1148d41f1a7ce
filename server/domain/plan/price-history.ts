import { and, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { auditEntry } from '../../../drizzle/schema/provider.ts';
import { toMajor } from '../../contract/money.ts';
import type { planId } from '../../contract/plan.ts';
import type { PriceHistory } from '../../contract/portal/plan-prices.ts';
import { actorText } from '../../contract/texts/actor-text.ts';
import type { Scope } from '../../work/scope.ts';
import { findPlan } from '../model/plan/resource.ts';

/** The most changes of a plan that are read. */
const MAX_ENTRIES = 500;

type Change = { before?: unknown; after?: unknown };

/**
 * The prices that a plan has had and who set them, the newest first, from the audit trail. The first entry of a plan has the
 * price with which it was created. Contract: Audit.
 * @throws NOT_FOUND
 */
export async function readPriceHistory(scope: Scope, { id }: z.output<typeof planId>): Promise<PriceHistory> {
  const plan = await findPlan(scope, id);
  const newest = scope.db
    .select()
    .from(auditEntry)
    .where(and(eq(auditEntry.providerId, scope.providerId), eq(auditEntry.resourceId, id)))
    .orderBy(desc(auditEntry.id))
    .limit(MAX_ENTRIES)
    .as('newest');
  // PostgreSQL parses the changes, which may have other fields of some KiB.
  const ofField = (name: string) => sql<Change | null>`${newest.changes}::jsonb -> ${name}`;
  const { actorType, actorName, createdAt } = newest;
  const entries = await scope.db
    .select({
      ...{ entryId: newest.id, actorType, actorName, createdAt },
      priceAmount: ofField('priceAmount').as('price_amount'),
      priceCurrency: ofField('priceCurrency').as('price_currency'),
    })
    .from(newest)
    .orderBy(desc(newest.id));
  const history: PriceHistory = [];
  // An entry has only what changed, so amount and currency are followed back from the present ones.
  let after = { amount: toMajor(plan.priceAmount, plan.priceCurrency), currency: plan.priceCurrency };
  for (const { entryId, actorType, actorName, createdAt, priceAmount, priceCurrency } of entries) {
    if (priceAmount === null && priceCurrency === null) continue;
    const isCreation = priceAmount !== null && typeof priceAmount.before !== 'number';
    const before = isCreation
      ? null
      : {
          amount: (priceAmount?.before as number | undefined) ?? after.amount,
          currency: (priceCurrency?.before as string | undefined) ?? after.currency,
        };
    history.push({
      id: entryId,
      at: createdAt.toISOString(),
      by: actorText({ type: actorType, name: actorName }),
      before,
      after,
    });
    after = before ?? after;
  }
  return history;
}
