import { and, asc, desc, eq, gte, sql } from 'drizzle-orm';
import { delivery, deliveryAttempt } from '../../../../drizzle/schema/webhook.ts';
import { plus, realNow } from '../../../clock.ts';
import { DAY_MS } from '../../../contract/days.ts';
import { deliverySnapshot, MAX_SHOWN_ATTEMPTS } from '../../../contract/delivery.ts';
import { refuse } from '../../../contract/errors.ts';
import { defineResource, findOrNull } from '../../../state/resource.ts';
import type { Scope } from '../../../work/scope.ts';

/** How long attempts are kept, in ms. Contract: Outbound deliveries. */
const ATTEMPTS_KEPT_MS = 30 * DAY_MS;

export const deliveryResource = defineResource({
  name: 'delivery',
  object: null,
  table: delivery,
  snapshot: deliverySnapshot,
  derive: (row: typeof delivery.$inferSelect) => ({ test: row.testBody !== null }),
  load: attemptsOf,
});

/**
 * A delivery of the webhook.
 * @throws NOT_FOUND at `deliveryId`
 */
export async function findDelivery(
  scope: Scope,
  webhookId: string,
  id: string,
  lock: 'update' | 'none' = 'none',
) {
  const row = await findOrNull(scope, deliveryResource, id, lock);
  if (row?.webhookId !== webhookId) throw refuse('NOT_FOUND', { field: 'deliveryId' });
  return row;
}

/**
 * The newest attempts of each delivery, oldest first. Each replay and each resending adds some, and the receiver chooses what an answer
 * has.
 */
async function attemptsOf(scope: Scope, rows: { id: string }[]) {
  const ids = sql.param(rows.map(({ id }) => id));
  const newest = scope.db
    .select()
    .from(deliveryAttempt)
    .where(
      and(
        eq(deliveryAttempt.providerId, scope.providerId),
        sql`${deliveryAttempt.deliveryId} = shown.id`,
        gte(deliveryAttempt.at, plus(realNow(), -ATTEMPTS_KEPT_MS)),
      ),
    )
    .orderBy(desc(deliveryAttempt.number), desc(deliveryAttempt.at))
    .limit(MAX_SHOWN_ATTEMPTS)
    .as('newest');
  const { id, deliveryId, number, at, responseStatus, latencyMs, responseExcerpt, error } = newest;
  const found = await scope.db
    .select({ id, deliveryId, number, at, responseStatus, latencyMs, responseExcerpt, error })
    .from(sql`unnest(${ids}::text[]) as shown (id)`)
    .crossJoinLateral(newest)
    .orderBy(asc(number), asc(at));
  const attempts = new Map<string, { attempts: typeof found }>(rows.map((row) => [row.id, { attempts: [] }]));
  for (const attempt of found) attempts.get(attempt.deliveryId)?.attempts.push(attempt);
  return attempts;
}
