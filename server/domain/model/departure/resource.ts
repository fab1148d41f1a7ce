import { sql } from 'drizzle-orm';
import { departure } from '../../../../drizzle/schema/departure.ts';
import { departureSnapshot } from '../../../contract/portal/departure.ts';
import { inService } from '../../../contract/subscription-rules.ts';
import { literals } from '../../../db/statement.ts';
import { column, defineResource } from '../../../state/resource.ts';

const ofSubscription = sql`
  s.provider_id = ${column('departure', 'provider_id')} and s.id = ${column('departure', 'subscription_id')}`;

/**
 * What became of a request. It follows from the subscription: a request that is withdrawn leaves it in service, and the end of a service
 * period since the request is the end of service, also where a payment has restored it.
 */
export const departureOutcome = sql<'LEFT' | 'LEAVING' | 'STAYED'>`(
  select case
    when exists (
      select from service_period p where p.provider_id = s.provider_id and p.subscription_id = s.id
        and p.ends and p.ends_at >= ${column('departure', 'created_at')}) then 'LEFT'
    when s.status not in (${literals(inService)}) then 'LEFT'
    when s.cancel_at is not null or s.plan_removal_at is not null then 'LEAVING'
    else 'STAYED' end
  from subscription s where ${ofSubscription})`;

export const departureResource = defineResource({
  name: 'departure',
  object: null,
  table: departure,
  snapshot: departureSnapshot,
  computed: { outcome: departureOutcome },
});
