import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * Whether the grace of a subscription was extended, as for a promise to pay. Contract: Billing.
 * @param since the end of the overdue cycle
 */
export function isPromised(
  providerId: SQLWrapper,
  subscriptionId: SQLWrapper,
  since: SQLWrapper,
): SQL<boolean> {
  return sql`exists (
    select from audit_entry promise
    where promise.provider_id = ${providerId} and promise.resource_id = ${subscriptionId}
      and promise.action = 'subscription.extend_grace' and promise.created_at >= ${since})`;
}
