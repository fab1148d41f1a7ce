import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { outboundSync, syncedService } from '../../../../drizzle/schema/outbound-sync.ts';
import { realNow } from '../../../clock.ts';
import { inService } from '../../../contract/subscription-rules.ts';
import type { Scope, WriteScope } from '../../../work/scope.ts';

/** The condition for the settings of an integration. */
export function settingsOf({ providerId }: Scope, integrationId: string) {
  return and(eq(outboundSync.providerId, providerId), eq(outboundSync.integrationId, integrationId));
}

/** The condition for the synced services of an integration. */
export function servicesOf({ providerId }: Scope, integrationId: string) {
  return and(eq(syncedService.providerId, providerId), eq(syncedService.integrationId, integrationId));
}

/** Enqueues a push of every subscription that is in service, and of every one that was pushed before. */
export async function pushAll(scope: WriteScope, integrationId: string): Promise<void> {
  const { providerId } = scope;
  const [now, at] = [realNow().toISOString(), scope.now.toISOString()];
  await scope.db.execute(sql`
    insert into mirrored_service (provider_id, integration_id, subscription_id, next_attempt_at, created_at, updated_at)
    select s.provider_id, ${integrationId}, s.id, ${now}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
    from subscription s
    where s.provider_id = ${providerId} and not s.is_external
      and s.status in ${[...inService]}
    on conflict do nothing`);
  await scope.db.update(syncedService).set(dueNow()).where(servicesOf(scope, integrationId));
  scope.outbox.wakes.add('outbound-sync/due');
}

/** Enqueues the failed services, because their cause may be fixed. */
export async function retryFailed(scope: WriteScope, integrationId: string): Promise<void> {
  const enqueued = await scope.db
    .update(syncedService)
    .set(dueNow())
    .where(and(servicesOf(scope, integrationId), isNotNull(syncedService.failure)))
    .returning({ id: syncedService.subscriptionId });
  if (enqueued.length > 0) scope.outbox.wakes.add('outbound-sync/due');
}

/**
 * Deletes the address and the key of the external system. Its services stay, and their webhooks still count as own writes.
 * @returns whether there were settings
 */
export async function deleteSettings(scope: WriteScope, integrationId: string): Promise<boolean> {
  const deleted = await scope.db
    .delete(outboundSync)
    .where(settingsOf(scope, integrationId))
    .returning({ id: outboundSync.integrationId });
  return deleted.length > 0;
}

const dueNow = () => ({
  changes: sql`${syncedService.changes} + 1`,
  failures: 0,
  nextAttemptAt: realNow(),
});
