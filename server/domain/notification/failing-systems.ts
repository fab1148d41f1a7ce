import { and, desc, eq, sql } from 'drizzle-orm';
import { webhook } from '../../../drizzle/schema/webhook.ts';
import { plus } from '../../clock.ts';
import { maskedUrl } from '../../contract/masked.ts';
import { MAX_OF_SOURCE, type OpenCause } from '../../contract/portal/notification.ts';
import { MAX_COUNTED } from '../../contract/portal/notification-values.ts';
import type { Scope } from '../../work/scope.ts';
import { MAX_FAILING_MS } from '../messaging/delivery/update-endpoint-health.ts';
import { isFailing } from '../model/webhook/failing.ts';

/** Webhooks whose deliveries fail, and those that Demarc disabled. A delivery that succeeds ends the cause. */
export async function failingWebhooks({ db, providerId }: Scope): Promise<OpenCause[]> {
  const rows = await db
    .select()
    .from(webhook)
    .where(and(eq(webhook.providerId, providerId), isFailing))
    .orderBy(desc(webhook.id));
  return rows.map(({ id, url, status, disabledReason, failingSince, warnings, updatedAt }) => ({
    kind: 'WEBHOOK_FAILING',
    id: `WEBHOOK_FAILING ${id}`,
    version: `${status} ${warnings} ${failingSince?.toISOString() ?? ''}`,
    at: (failingSince ?? updatedAt).toISOString(),
    webhook: {
      id,
      url: maskedUrl(url),
      // Deleted webhooks do not fail.
      status: status === 'DISABLED' ? status : 'ACTIVE',
      disabledReason,
      disablesAt:
        status === 'ACTIVE' && failingSince ? plus(failingSince, MAX_FAILING_MS).toISOString() : null,
    },
  }));
}

/** Integrations with subscriptions that outbound sync gave up to write, until their cause changes. */
export async function blockedSyncs({ db, providerId }: Scope): Promise<OpenCause[]> {
  const rows = await db.execute<{ id: string; name: string; count: number; at: string }>(sql`
    select i.id, i.name, blocked.count, blocked.at
    from integration i
    join mirror m on m.provider_id = i.provider_id and m.integration_id = i.id
    cross join lateral (
      select count(*)::int as count, max(updated_at) as at
      from (
        select s.updated_at from mirrored_service s
        where s.provider_id = i.provider_id and s.integration_id = i.id
          and s.failure is not null and s.next_attempt_at is null
        order by s.updated_at desc limit ${MAX_COUNTED}
      ) newest
    ) blocked
    where i.provider_id = ${providerId} and i.status = 'ACTIVE' and blocked.count > 0
    order by blocked.at desc limit ${MAX_OF_SOURCE}`);
  return rows.map(({ id, name, count, at }) => ({
    kind: 'OUTBOUND_SYNC_BLOCKED',
    id: `OUTBOUND_SYNC_BLOCKED ${id}`,
    version: new Date(at).toISOString(),
    at: new Date(at).toISOString(),
    integration: { id, name },
    count,
  }));
}
