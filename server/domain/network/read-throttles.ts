import { sql } from 'drizzle-orm';
import { runningCycleStatuses } from '../../contract/billing-cycle-rules.ts';
import { literals } from '../../db/statement.ts';
import type { Speed } from '../../radius/desired.ts';
import type { Scope } from '../../work/scope.ts';

/**
 * The throttled speeds of subscriptions, in Mbps, by subscription id. Subscriptions at full speed are not in the map. A
 * throttle belongs to one cycle and one plan; the next cycle or another plan starts with a new cap.
 */
export async function readThrottles(
  scope: Scope,
  subscriptions: { id: string }[],
): Promise<Map<string, Speed>> {
  const rows = await scope.db.execute<{ id: string; speed: Speed }>(sql`
    select s.id, u.throttled_to as speed
    from subscription s
    join billing_cycle c on c.provider_id = s.provider_id and c.subscription_id = s.id
      and c.status in (${literals(runningCycleStatuses)})
    join network_usage u on u.provider_id = c.provider_id and u.billing_cycle_id = c.id and u.plan_id = c.plan_id
    where s.provider_id = ${scope.providerId} and s.id = any(${sql.param(subscriptions.map(({ id }) => id))}::text[])
      and u.throttled_at is not null`);
  return new Map(rows.map(({ id, speed }) => [id, speed]));
}

/** The ids of those cycles in which the subscription was throttled. */
export async function readThrottledCycles(scope: Scope, cycleIds: string[]): Promise<Set<string>> {
  const rows = await scope.db.execute<{ id: string }>(sql`
    select billing_cycle_id as id from network_usage
    where provider_id = ${scope.providerId} and billing_cycle_id = any(${sql.param(cycleIds)}::text[])
      and throttled_at is not null`);
  return new Set(rows.map(({ id }) => id));
}
