import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Minor } from '../../contract/money.ts';
import { type PriceImpact, priceImpact, type priceImpactQuery } from '../../contract/portal/plan-prices.ts';
import { present } from '../../contract/present.ts';
import { inService } from '../../contract/subscription-rules.ts';
import { literals } from '../../db/statement.ts';
import type { Scope } from '../../work/scope.ts';
import { minorAmount } from '../model/amount.ts';
import { findPlan } from '../model/plan/resource.ts';

/**
 * Which subscriptions another price of a plan concerns, from when, and how MRR changes with their renewals. A subscription counts
 * on the plan that its next cycle has. One that is to end has no next cycle. Contract: Plan, Terms of a cycle.
 * @throws NOT_FOUND; VALIDATION_FAILED for too many decimals
 */
export async function readPriceImpact(
  scope: Scope,
  { id, priceAmount }: z.output<typeof priceImpactQuery>,
): Promise<PriceImpact> {
  const { priceCurrency, billingCycleDays } = await findPlan(scope, id);
  const price = minorAmount('priceAmount', priceAmount, priceCurrency);
  const [found] = await scope.db.execute<Impact>(sql`
    with concerned as (
      select s.status, s.terms_price, s.terms_days, next.id is not null as is_issued,
        coalesce(next.expires_at, s.expires_at) as renews_at,
        case when s.pending_overrides ? 'priceOverride' then s.pending_overrides ->> 'priceOverride' else s.price_override::text end
          is not null as has_own,
        exists (select from invoice i where i.provider_id = s.provider_id and i.subscription_id = s.id and i.status = 'OPEN') as is_invoiced,
        case when s.pending_overrides ? 'durationOverride' then (s.pending_overrides ->> 'durationOverride')::int
          else s.duration_override end as own_days
      from subscription s
      left join billing_cycle next on next.provider_id = s.provider_id and next.subscription_id = s.id and next.status = 'SCHEDULED'
      where s.provider_id = ${scope.providerId} and (s.plan_id = ${id} or s.next_plan_id = ${id})
        and coalesce(s.next_plan_id, s.plan_id) = ${id}
        and s.archived_at is null and s.cancel_at is null and s.plan_removal_at is null
    ), renewing as (
      select * from concerned where not has_own and status in (${literals(inService)})
    )
    select r.*, o.*
    from (
      select count(*)::int as renewing, (count(*) filter (where is_issued))::int as issued,
        min(renews_at) as "firstAt", max(renews_at) as "lastAt",
        coalesce(sum(monthly_amount(terms_price, terms_days)), 0)::float8 as "mrrBefore",
        coalesce(sum(monthly_amount(${price}::bigint, coalesce(own_days, ${billingCycleDays}::int))), 0)::float8 as "mrrAfter"
      from renewing
    ) r, (
      select (count(*) filter (where not has_own and not is_invoiced and status = 'PENDING'))::int as pending,
        (count(*) filter (where not has_own and not is_invoiced and status = 'INACTIVE'))::int as inactive,
        (count(*) filter (where has_own))::int as "ownPrice"
      from concerned
    ) o`);
  if (!found) throw new Error('A query without a condition returned no row');
  const at = (value: string | null) => (value === null ? null : new Date(value));
  return present(priceImpact, {
    ...found,
    currency: priceCurrency,
    firstAt: at(found.firstAt),
    lastAt: at(found.lastAt),
  });
}

type Impact = {
  renewing: number;
  issued: number;
  firstAt: string | null;
  lastAt: string | null;
  mrrBefore: Minor;
  mrrAfter: Minor;
  pending: number;
  inactive: number;
  ownPrice: number;
};
