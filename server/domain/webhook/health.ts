import { and, asc, sql } from 'drizzle-orm';
import { webhook } from '../../../drizzle/schema/webhook.ts';
import { plus } from '../../clock.ts';
import { maskedUrl } from '../../contract/masked.ts';
import { type WebhookHealth, webhookHealth } from '../../contract/portal/webhook.ts';
import { present } from '../../contract/present.ts';
import { owned } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { MAX_FAILING_MS } from '../messaging/delivery/update-endpoint-health.ts';
import { pendingDeliveries } from '../model/delivery/pending.ts';
import { notDeleted, type WebhookRow, webhookResource } from '../model/webhook/resource.ts';

/** The newest deliveries of a webhook that `recent` covers. The bound keeps the query fast for long histories. */
const RECENT_DELIVERIES = 100;

type Figures = Pick<WebhookHealth, 'pending' | 'retrying' | 'nextRetryAt' | 'failed' | 'recent'>;

/**
 * The health of each webhook: since when it fails, when it will be disabled or why it is, and figures of its recent
 * attempts. Times are real time, latencies are in ms. Portal only.
 */
export async function webhooksHealth(scope: Scope): Promise<WebhookHealth[]> {
  const rows = await scope.db
    .select()
    .from(webhook)
    .where(and(owned(scope, webhookResource), notDeleted))
    .orderBy(asc(webhook.id));
  const figures = await figuresOf(scope, rows);
  return rows.map((row) =>
    present(webhookHealth, { ...row, url: maskedUrl(row.url), ...stateOf(row), ...figures.get(row.id) }),
  );
}

function stateOf({ status, failingSince }: WebhookRow) {
  const isCounting = status === 'ACTIVE' && failingSince !== null;
  return { disablesAt: isCounting ? plus(failingSince, MAX_FAILING_MS) : null };
}

async function figuresOf(scope: Scope, rows: WebhookRow[]): Promise<Map<string, Figures>> {
  const ids = sql.param(rows.map(({ id }) => id));
  const found = await scope.db.execute<{
    id: string;
    pending: number;
    retrying: number;
    next_retry_at: string | null;
    failed: number;
    attempts: number;
    succeeded: number;
    latency: number | null;
    last: string | null;
  }>(sql`
    select w.id, waiting.pending, waiting.retrying, waiting.next_retry_at,
      (select count(*)::int from delivery d where d.provider_id = ${scope.providerId} and d.webhook_id = w.id
        and d.next_attempt_at is null and d.delivered_at is null) as failed,
      coalesce(recent.attempts, 0) as attempts, coalesce(recent.succeeded, 0) as succeeded, recent.latency, recent.last
    from unnest(${ids}::text[]) as w (id)
    cross join lateral (
      select count(*)::int as pending, count(*) filter (where failures > 0)::int as retrying,
        min(next_attempt_at) filter (where failures > 0) as next_retry_at
      from ${pendingDeliveries} d
      where provider_id = ${scope.providerId} and webhook_id = w.id
    ) waiting
    cross join lateral (
      select count(*)::int as attempts,
        count(*) filter (where a.response_status between 200 and 299 and a.error is null)::int as succeeded,
        round(percentile_cont(0.5) within group (order by a.latency_ms))::int as latency,
        max(a.at) filter (where a.response_status between 200 and 299 and a.error is null) as last
      from (
        select id from delivery
        where provider_id = ${scope.providerId} and webhook_id = w.id
        order by created_at desc, id desc limit ${RECENT_DELIVERIES}
      ) d
      join delivery_attempt a on a.provider_id = ${scope.providerId} and a.delivery_id = d.id
    ) recent`);
  return new Map(
    found.map(({ id, pending, retrying, next_retry_at, failed, attempts, succeeded, latency, last }) => [
      id,
      {
        pending,
        retrying,
        nextRetryAt: next_retry_at && new Date(next_retry_at).toISOString(),
        failed,
        recent: {
          attempts,
          succeeded,
          latencyMs: latency,
          lastDeliveredAt: last && new Date(last).toISOString(),
        },
      },
    ]),
  );
}
