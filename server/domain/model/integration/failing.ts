import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { inboundEvent, integration } from '../../../../drizzle/schema/integration.ts';
import { syncedService } from '../../../../drizzle/schema/outbound-sync.ts';
import { plus } from '../../../clock.ts';
import { DAY_MS } from '../../../contract/days.ts';

/** Failed inbound events count for this long. */
const FAILED_EVENTS_MS = 7 * DAY_MS;

/** Since when failed inbound events count, by the provider's clock. */
export function failedEventsSince(now: Date): Date {
  return plus(now, -FAILED_EVENTS_MS);
}

/** The failed inbound events of the integration of the query around it. @param since see `failedEventsSince` */
export function failedEventsOf(since: SQLWrapper): SQL {
  return sql`from ${inboundEvent}
    where ${inboundEvent.providerId} = ${integration.providerId} and ${inboundEvent.integrationId} = ${integration.id}
      and ${inboundEvent.status} = 'FAILED' and ${inboundEvent.receivedAt} >= ${since}`;
}

/** The services whose last push failed, of the integration of the query around it. */
export const failedPushes: SQL = sql`from ${syncedService}
  where ${syncedService.providerId} = ${integration.providerId} and ${syncedService.integrationId} = ${integration.id}
    and ${syncedService.failure} is not null`;

/**
 * Whether an integration fails: an inbound event of the last seven days failed and was not retried with success, or the last
 * push of a service failed.
 * @param since see `failedEventsSince`
 */
export function isFailing(since: SQLWrapper): SQL<boolean> {
  return sql`(exists (select ${failedEventsOf(since)}) or exists (select ${failedPushes}))`;
}
