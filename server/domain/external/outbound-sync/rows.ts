import { and, eq, isNotNull, sql } from 'drizzle-orm';
import { mirror, mirroredService } from '../../../../drizzle/schema/mirror.ts';
import { realNow } from '../../../clock.ts';
import type { Scope, WriteScope } from '../../../db/scope.ts';

/** An integration's settings. */
export function mirrorOf({ providerId }: Scope, integrationId: string) {
  return and(eq(mirror.providerId, providerId), eq(mirror.integrationId, integrationId));
}

/** The services of an integration. */
export function servicesOf({ providerId }: Scope, integrationId: string) {
  return and(eq(mirroredService.providerId, providerId), eq(mirroredService.integrationId, integrationId));
}

/** Has the external system told of all subscriptions of ours that are in service, and of all it was told before. */
export async function tellAll(scope: WriteScope, integrationId: string): Promise<void> {
  const { providerId } = scope;
  const [now, at] = [realNow().toISOString(), scope.now.toISOString()];
  await scope.db.execute(sql`
    insert into mirrored_service (provider_id, integration_id, subscription_id, next_attempt_at, created_at, updated_at)
    select s.provider_id, ${integrationId}, s.id, ${now}::timestamptz, ${at}::timestamptz, ${at}::timestamptz
    from subscription s
    where s.provider_id = ${providerId} and not s.is_external
      and s.status in ('ACTIVE', 'AWAITING_PAYMENT_FOR_UPGRADE')
    on conflict do nothing`);
  await scope.db.update(mirroredService).set(anew()).where(servicesOf(scope, integrationId));
  scope.outbox.wakes.add('mirror/due');
}

/** Has what failed tried again: whatever was in the way may be gone. */
export async function tellAgain(scope: WriteScope, integrationId: string): Promise<void> {
  const woken = await scope.db
    .update(mirroredService)
    .set(anew())
    .where(and(servicesOf(scope, integrationId), isNotNull(mirroredService.failure)))
    .returning({ id: mirroredService.subscriptionId });
  if (woken.length > 0) scope.outbox.wakes.add('mirror/due');
}

/** Forgets how the external system is reached. What is there stays there, and is still known to be ours. */
export async function dropMirror(scope: WriteScope, integrationId: string): Promise<boolean> {
  const dropped = await scope.db
    .delete(mirror)
    .where(mirrorOf(scope, integrationId))
    .returning({ id: mirror.integrationId });
  return dropped.length > 0;
}

const anew = () => ({ changes: sql`${mirroredService.changes} + 1`, failures: 0, nextAttemptAt: realNow() });
