import { randomUUID } from 'node:crypto';
import { and, eq, getTableColumns, inArray, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { inboundEvent, integration } from '../../../../drizzle/schema/integration.ts';
import { plus, realNow, SECOND_MS } from '../../../clock.ts';
import type { WriteScope } from '../../../db/scope.ts';
import { transaction } from '../../../db/transaction.ts';
import { changeEach } from '../../../state/record.ts';
import { transitionEach } from '../../../state/transition.ts';
import { type InboundEventRow, inboundEventResource } from '../../model/inbound-event/resource.ts';
import type { IntegrationRow } from '../../model/integration/resource.ts';

/** Events taken at a time, each of another service. */
const BATCH = 8;

/** How soon what a killed process had claimed may be claimed anew. An event under way is locked, however long it takes. */
const LEASE_MS = 15 * SECOND_MS;

export type Claimed = { event: InboundEventRow; integration: IntegrationRow };

/**
 * Takes due events under a lease, the oldest first: of each service the first that is not over, and none while another of
 * the service is being processed. The count of attempts is the claim: only who holds the latest may write the end.
 */
export function claimDue(providerId: string): Promise<Claimed[]> {
  const caller = { type: 'system', name: 'inbound events' } as const;
  return transaction({ providerId, caller, correlationId: randomUUID() }, async (scope) => {
    const due = await lockDue(scope);
    if (due.length === 0) return [];
    const steps = due.map((row) => ({
      row,
      patch: { attempts: row.attempts + 1, nextAttemptAt: plus(realNow(), LEASE_MS) },
    }));
    const fresh = steps.filter(({ row }) => row.status === 'QUEUED');
    const left = steps.filter(({ row }) => row.status === 'PROCESSING');
    const events = [
      ...(await transitionEach(scope, inboundEventResource, 'begin', fresh)),
      ...(await changeEach(scope, inboundEventResource, left, undefined, 'inboundEvent.resume')),
    ];
    return withIntegrations(scope, events);
  });
}

async function lockDue(scope: WriteScope): Promise<InboundEventRow[]> {
  const other = alias(inboundEvent, 'other');
  const open = sql`${other.status} in ('QUEUED', 'PROCESSING')`;
  const isInFront = sql`(${other.position} < ${inboundEvent.position}
    or ${other.status} = 'PROCESSING' and ${other.position} > ${inboundEvent.position})`;
  const inFront = scope.db
    .select({ one: sql`1` })
    .from(other)
    .where(
      and(
        eq(other.providerId, inboundEvent.providerId),
        eq(other.integrationId, inboundEvent.integrationId),
        eq(other.orderKey, inboundEvent.orderKey),
        open,
        isInFront,
      ),
    );
  return scope.db
    .select(getTableColumns(inboundEvent))
    .from(inboundEvent)
    .where(
      and(
        eq(inboundEvent.providerId, scope.providerId),
        inArray(inboundEvent.status, ['QUEUED', 'PROCESSING']),
        sql`${inboundEvent.nextAttemptAt} <= ${realNow().toISOString()}`,
        notExists(inFront),
      ),
    )
    .orderBy(inboundEvent.position)
    .limit(BATCH)
    .for('update', { of: inboundEvent, skipLocked: true });
}

async function withIntegrations(scope: WriteScope, events: InboundEventRow[]): Promise<Claimed[]> {
  const ids = [...new Set(events.map((event) => event.integrationId))];
  const rows = await scope.db
    .select()
    .from(integration)
    .where(and(eq(integration.providerId, scope.providerId), inArray(integration.id, ids)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return events.map((event) => ({ event, integration: byId.get(event.integrationId) as IntegrationRow }));
}
