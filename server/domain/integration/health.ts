import { and, desc, type SQL, sql } from 'drizzle-orm';
import { integration } from '../../../drizzle/schema/integration.ts';
import type { IntegrationHealth } from '../../contract/portal/integration.ts';
import { MAX_COUNTED } from '../../contract/portal/notification-values.ts';
import { owned } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { failedEventsOf, failedEventsSince, failedPushes, isFailing } from '../model/integration/failing.ts';
import { integrationResource, notDeleted } from '../model/integration/resource.ts';

/** The most integrations at once: their number has no limit, and each is looked up in its events and pushes. */
const MOST = 500;

/**
 * The health of the newest 500 integrations, the oldest of them first: whether it fails, as lists and the home page count it,
 * and why. Which events count is by the provider's clock. Portal only.
 */
export async function integrationsHealth(scope: Scope): Promise<IntegrationHealth[]> {
  const since = sql`${failedEventsSince(scope.now).toISOString()}::timestamptz`;
  const newest = await scope.db
    .select({
      id: integration.id,
      isFailing: isFailing(since),
      failedEvents: countOf(failedEventsOf(since)),
      failedPushes: countOf(failedPushes),
    })
    .from(integration)
    .where(and(owned(scope, integrationResource), notDeleted))
    .orderBy(desc(integration.id))
    .limit(MOST);
  return newest.toReversed();
}

/** The number of rows, at most `MAX_COUNTED`, so that a long outage costs no more than a short one. */
function countOf(rows: SQL): SQL<number> {
  return sql<number>`(select count(*)::int from (select ${rows} limit ${MAX_COUNTED}) counted)`;
}
