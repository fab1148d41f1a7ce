import { randomUUID } from 'node:crypto';
import { and, eq, inArray, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { inboundEvent, integration } from '../../../drizzle/schema/integration.ts';
import { plus, realNow, SECOND_MS } from '../../clock.ts';
import { openInboundEventStatuses } from '../../contract/inbound-event-rules.ts';
import { db } from '../../db/client.ts';
import { isOneOf, literals } from '../../db/statement.ts';
import { changeEach } from '../../state/record.ts';
import { transitionEach } from '../../state/transition.ts';
import type { WriteScope } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import { type InboundEventRow, inboundEventResource } from '../model/inbound-event/resource.ts';
import type { IntegrationRow } from '../model/integration/resource.ts';
import { defineQueue, lockDue } from '../queue/leased-queue.ts';

const other = alias(inboundEvent, 'other');

/** An event that has to be processed first: an earlier open one of the same service, or a later one in process. */
const blockingEvent = () =>
  db()
    .select({ one: sql`1` })
    .from(other)
    .where(
      and(
        eq(other.providerId, inboundEvent.providerId),
        eq(other.integrationId, inboundEvent.integrationId),
        eq(other.orderKey, inboundEvent.orderKey),
        sql`${other.status} in (${literals(openInboundEventStatuses)})`,
        sql`(${other.position} < ${inboundEvent.position}
          or ${other.status} = 'PROCESSING' and ${other.position} > ${inboundEvent.position})`,
      ),
    );

/** A batch has at most one event of each service. */
export const inboundQueue = defineQueue({
  name: 'inbound events',
  wake: 'inbound/due',
  table: inboundEvent,
  key: ['id'],
  due: 'nextAttemptAt',
  where: () => and(inArray(inboundEvent.status, [...openInboundEventStatuses]), notExists(blockingEvent())),
  order: ['position'],
  batch: 8,
  leaseMs: 15 * SECOND_MS,
  retryWaitsMs: Array(4).fill(5 * SECOND_MS),
});

export type Claimed = InboundEventRow & { integration: IntegrationRow };

/**
 * Claims the due events of one provider, oldest first. Of each service it claims the first open event, and none while another
 * one is in process. The claim is a move of the event's machine, so it writes an audit entry.
 */
export function claimInbound(providerId: string): Promise<Claimed[]> {
  const caller = { type: 'system', name: 'inbound events' } as const;
  return transaction({ providerId, caller, correlationId: randomUUID() }, async (scope) => {
    const due = await lockDue(scope.db, inboundQueue, providerId);
    if (due.length === 0) return [];
    const steps = due.map((row) => ({
      row,
      patch: { attempts: row.attempts + 1, nextAttemptAt: plus(realNow(), inboundQueue.leaseMs) },
    }));
    const queued = steps.filter(({ row }) => row.status === 'QUEUED');
    const abandoned = steps.filter(({ row }) => row.status === 'PROCESSING');
    const events = [
      ...(await transitionEach(scope, inboundEventResource, 'begin', queued)),
      ...(await changeEach(scope, inboundEventResource, abandoned, { action: 'inboundEvent.resume' })),
    ];
    return withIntegrations(scope, events);
  });
}

async function withIntegrations(scope: WriteScope, events: InboundEventRow[]): Promise<Claimed[]> {
  const ids = [...new Set(events.map((event) => event.integrationId))];
  const rows = await scope.db
    .select()
    .from(integration)
    .where(and(eq(integration.providerId, scope.providerId), isOneOf(integration.id, ids)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  return events.map((event) => {
    const source = byId.get(event.integrationId);
    if (!source) throw new Error(`${event.integrationId} was not found`);
    return { ...event, integration: source };
  });
}
