import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { realNow } from '../../clock.ts';
import type { webhookId } from '../../contract/webhook.ts';
import { audit } from '../../work/audit.ts';
import type { WriteScope } from '../../work/scope.ts';
import { findActiveWebhook } from '../model/webhook/resource.ts';

/**
 * Queues deliveries of a webhook again, each with the full schedule of retries: those that failed, and those that wait for
 * a retry, which are then due at once. Portal only.
 * @throws NOT_FOUND; CONFLICT while the webhook is disabled
 */
export async function resendFailed(
  scope: WriteScope,
  { id }: z.output<typeof webhookId>,
): Promise<{ queued: number }> {
  await findActiveWebhook(scope, id);
  const [done] = await scope.db.execute<{ n: number }>(sql`
    with queued as (
      update delivery
      set next_attempt_at = ${realNow().toISOString()}::timestamptz, failures = 0,
        updated_at = greatest(updated_at, ${scope.now.toISOString()}::timestamptz)
      where provider_id = ${scope.providerId} and webhook_id = ${id}
        and ((next_attempt_at is null and delivered_at is null) or (next_attempt_at is not null and failures > 0))
      returning 1
    )
    select count(*)::int as n from queued`);
  const queued = done?.n ?? 0;
  audit(scope, 'webhook.resend_failed', { type: 'webhook', id }, { queued: { before: null, after: queued } });
  if (queued > 0) scope.outbox.wakes.add('deliveries/due');
  return { queued };
}
