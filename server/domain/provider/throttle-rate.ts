import { eq, sql } from 'drizzle-orm';
import { provider } from '../../../drizzle/schema/provider.ts';
import { runningCycleStatuses } from '../../contract/billing-cycle-rules.ts';
import { refuse } from '../../contract/errors.ts';
import type { ThrottleRate, ThrottleRateSet } from '../../contract/portal/throttle-rate.ts';
import { literals } from '../../db/statement.ts';
import { audit, type Changes } from '../../work/audit.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';

const fields = ['downloadSpeedMbps', 'uploadSpeedMbps'] as const;

/** The throttle rate of the provider in Mbps, and the number of throttled subscriptions. Contract: RADIUS. */
export async function getThrottleRate(scope: Scope): Promise<ThrottleRate> {
  const [row] = await scope.db
    .select({ speed: provider.throttleSpeed })
    .from(provider)
    .where(eq(provider.id, scope.providerId));
  if (!row) throw refuse('NOT_FOUND');
  const [counted] = await scope.db.execute<{ n: number }>(sql`
    select count(*)::int as n
    from billing_cycle c
    join network_usage u on u.provider_id = c.provider_id and u.billing_cycle_id = c.id
    join subscription s on s.provider_id = c.provider_id and s.id = c.subscription_id and s.plan_id = u.plan_id
    where c.provider_id = ${scope.providerId} and c.status in (${literals(runningCycleStatuses)}) and u.throttled_at is not null`);
  return { ...row.speed, throttled: counted?.n ?? 0 };
}

/**
 * Sets the throttle rate of the provider, in Mbps. Throttled subscriptions get it from the sweep within a minute, each
 * under its own locks.
 */
export async function setThrottleRate(scope: WriteScope, rate: ThrottleRateSet): Promise<ThrottleRate> {
  const [before] = await scope.db
    .select({ speed: provider.throttleSpeed })
    .from(provider)
    .where(eq(provider.id, scope.providerId))
    .for('no key update');
  if (!before) throw refuse('NOT_FOUND');
  const changes: Changes = Object.fromEntries(
    fields
      .filter((field) => rate[field] !== before.speed[field])
      .map((field) => [field, { before: before.speed[field], after: rate[field] }]),
  );
  if (Object.keys(changes).length > 0) {
    await scope.db
      .update(provider)
      .set({ throttleSpeed: rate, updatedAt: scope.now })
      .where(eq(provider.id, scope.providerId));
    await scope.db.execute(sql`
      update network_usage u set is_outpaced = true
      from billing_cycle c
      where u.provider_id = ${scope.providerId} and c.provider_id = u.provider_id and c.id = u.billing_cycle_id
        and c.status in (${literals(runningCycleStatuses)}) and u.throttled_at is not null`);
    audit(scope, 'provider.set_throttle_rate', { type: 'provider', id: scope.providerId }, changes);
  }
  return getThrottleRate(scope);
}
