import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { runningCycleStatuses } from '../../contract/billing-cycle-rules.ts';
import { type NetworkUsage, networkUsage } from '../../contract/portal/network-session.ts';
import { present } from '../../contract/present.ts';
import type { subscriptionId } from '../../contract/subscription.ts';
import { literals } from '../../db/statement.ts';
import { find } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { subscriptionResource } from '../model/subscription/resource.ts';

/**
 * The octets that a subscription used in its running cycle, its data cap, and its IPv4 assignment. Usage is counted twice a
 * minute.
 * @throws NOT_FOUND
 */
export async function getCycleUsage(
  scope: Scope,
  { id }: z.output<typeof subscriptionId>,
): Promise<NetworkUsage> {
  const { ipv4 } = await find(scope, subscriptionResource, id);
  const [found] = await scope.db.execute<{
    octets: number;
    capOctets: number | null;
    throttledAt: string | null;
  }>(sql`
    select coalesce(u.octets, 0)::float8 as octets,
      (case when c.id is null then p.data_cap_mb else c.terms_data_cap_mb end * 1000000::bigint)::float8 as "capOctets", u.throttled_at as "throttledAt"
    from subscription s
    join plan p on p.provider_id = s.provider_id and p.id = s.plan_id
    left join billing_cycle c on c.provider_id = s.provider_id and c.subscription_id = s.id
      and c.status in (${literals(runningCycleStatuses)})
    left join network_usage u on u.provider_id = c.provider_id and u.billing_cycle_id = c.id and u.plan_id = c.plan_id
    where s.provider_id = ${scope.providerId} and s.id = ${id}`);
  const { octets = 0, capOctets = null, throttledAt = null } = found ?? {};
  const address = ipv4?.mode === 'static' ? ipv4.address : (ipv4?.poolName ?? null);
  return present(networkUsage, {
    octets,
    capOctets,
    throttledAt: throttledAt === null ? null : new Date(throttledAt),
    address,
  });
}
