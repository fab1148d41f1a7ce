import { and, asc, count, eq, isNotNull } from 'drizzle-orm';
import { delivery, webhook } from '../../../drizzle/schema/webhook.ts';
import { plus } from '../../clock.ts';
import { present } from '../../contract/present.ts';
import { type WebhookHealth, webhookHealth } from '../../contract/webhook.ts';
import type { Scope } from '../../db/scope.ts';
import { owned } from '../../state/resource.ts';
import { FAILING_MS } from './judge.ts';
import { notDeleted, webhookResource } from './resource.ts';

/**
 * How each webhook is doing: since when nothing arrives, when it will be disabled for that, or why it is. Times are
 * real. Portal only.
 */
export async function webhooksHealth(scope: Scope): Promise<WebhookHealth[]> {
  const rows = await scope.db
    .select()
    .from(webhook)
    .where(and(owned(scope, webhookResource), notDeleted))
    .orderBy(asc(webhook.id));
  const waiting = await scope.db
    .select({ id: delivery.webhookId, n: count() })
    .from(delivery)
    .where(and(eq(delivery.providerId, scope.providerId), isNotNull(delivery.nextAttemptAt)))
    .groupBy(delivery.webhookId);
  const pending = new Map(waiting.map(({ id, n }) => [id, n]));
  return rows.map(({ failingSince, ...row }) => {
    const isCounting = row.status === 'ACTIVE' && failingSince !== null;
    return present(webhookHealth, {
      ...row,
      failingSince,
      disablesAt: isCounting ? plus(failingSince, FAILING_MS) : null,
      pending: pending.get(row.id) ?? 0,
    });
  });
}
