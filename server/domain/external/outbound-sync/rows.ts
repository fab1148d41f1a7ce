import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { mirror, mirroredService } from '../../../../drizzle/schema/mirror.ts';
import { realNow } from '../../../clock.ts';
import type { Scope, WriteScope } from '../../../db/scope.ts';

/** An integration's settings. */
export function settingsOf({ providerId }: Scope, integrationId: string) {
  return and(eq(mirror.providerId, providerId), eq(mirror.integrationId, integrationId));
}

/** The services of an integration. */
export function servicesOf({ providerId }: Scope, integrationId: string) {
  return and(eq(mirroredService.providerId, providerId), eq(mirroredService.integrationId, integrationId));
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
      and s.status in ('ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE')
    on conflict do nothing`);
  await scope.db.update(mirroredService).set(dueNow()).where(servicesOf(scope, integrationId));
  scope.outbox.wakes.add('mirror/due');
}

/** Enqueues what failed: the cause may be gone. */
export async function retryFailed(scope: WriteScope, integrationId: string): Promise<void> {
  const woken = await scope.db
    .update(mirroredService)
    .set(dueNow())
    .where(and(servicesOf(scope, integrationId), isNotNull(mirroredService.failure)))
    .returning({ id: mirroredService.subscriptionId });
  if (woken.length > 0) scope.outbox.wakes.add('mirror/due');
}

/** Deletes the address and the key of the external system. Its services stay, and their webhooks still count as own writes. */
export async function deleteSettings(scope: WriteScope, integrationId: string): Promise<boolean> {
  const dropped = await scope.db
    .delete(mirror)
    .where(settingsOf(scope, integrationId))
    .returning({ id: mirror.integrationId });
  return dropped.length > 0;
}

const dueNow = () => ({
  changes: sql`${mirroredService.changes} + 1`,
  failures: 0,
  nextAttemptAt: realNow(),
});
