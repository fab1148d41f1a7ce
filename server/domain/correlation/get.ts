import { and, asc, count, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { inboundEvent, integration } from '../../../drizzle/schema/integration.ts';
import { mail } from '../../../drizzle/schema/mail.ts';
import { auditEntry, event } from '../../../drizzle/schema/provider.ts';
import {
  type Correlation,
  type CorrelationStep,
  type correlationId,
  MOST_JOINED,
} from '../../contract/correlation.ts';
import type { EventEnvelope } from '../../contract/events.ts';
import type { Scope } from '../../db/scope.ts';
import { presentEntry } from '../audit/list.ts';
import { deliveriesOfEvents } from '../delivery/of-events.ts';

/** What comes first of things of one instant: somebody asked, it was done, it was told, it was written to somebody. */
const RANK: Record<CorrelationStep['kind'], number> = { inbound: 0, audit: 1, event: 2, email: 3 };

/**
 * Joins what carries a correlation id, by the provider's time: what another system sent, what was changed, what was announced and where that was
 * delivered, which emails were queued. The first hundred of each kind. An id that nothing carries joins nothing. Portal
 * only.
 */
export async function getCorrelation(
  scope: Scope,
  { id }: z.output<typeof correlationId>,
): Promise<Correlation> {
  const [inbound, changes, events, emails, totals] = await Promise.all([
    inboundOf(scope, id),
    changesOf(scope, id),
    eventsOf(scope, id),
    emailsOf(scope, id),
    totalsOf(scope, id),
  ]);
  const steps = [...inbound, ...changes, ...events, ...emails].sort(
    // Sorting is stable: within a kind and an instant, the order of ids stays.
    (a, b) => Date.parse(a.at) - Date.parse(b.at) || RANK[a.kind] - RANK[b.kind],
  );
  return { id, actorName: changes[0]?.entry.actorName ?? null, steps, totals };
}

async function inboundOf(scope: Scope, id: string) {
  const rows = await scope.db
    .select({
      ...{ id: inboundEvent.id, event: inboundEvent.event, status: inboundEvent.status },
      ...{
        reason: inboundEvent.reason,
        integrationId: inboundEvent.integrationId,
        at: inboundEvent.receivedAt,
      },
      integrationName: integration.name,
    })
    .from(inboundEvent)
    .innerJoin(
      integration,
      and(
        eq(integration.providerId, inboundEvent.providerId),
        eq(integration.id, inboundEvent.integrationId),
      ),
    )
    .where(receivedBy(scope, id))
    .orderBy(asc(inboundEvent.id))
    .limit(MOST_JOINED);
  return rows.map(({ at, ...inbound }) => ({ kind: 'inbound' as const, at: at.toISOString(), inbound }));
}

/**
 * Events of other systems that came with a correlation id, as soon as they were processed: by what was noted of that, so
 * that the receiver need not keep an index for this page.
 */
function receivedBy(scope: Scope, id: string) {
  return and(
    carries(scope, inboundEvent, id),
    inArray(
      inboundEvent.id,
      scope.db
        .select({ id: auditEntry.resourceId })
        .from(auditEntry)
        .where(and(carries(scope, auditEntry, id), eq(auditEntry.resourceType, 'inboundEvent'))),
    ),
  );
}

async function changesOf(scope: Scope, id: string) {
  const rows = await scope.db
    .select()
    .from(auditEntry)
    .where(carries(scope, auditEntry, id))
    .orderBy(asc(auditEntry.id))
    .limit(MOST_JOINED);
  return rows.map((row) => ({
    kind: 'audit' as const,
    at: row.createdAt.toISOString(),
    entry: presentEntry(row),
  }));
}

async function eventsOf(scope: Scope, id: string) {
  const rows = await scope.db
    .select({ id: event.id, body: event.body, at: event.occurredAt })
    .from(event)
    .where(carries(scope, event, id))
    .orderBy(asc(event.id))
    .limit(MOST_JOINED);
  const deliveries = await deliveriesOfEvents(
    scope,
    rows.map((row) => row.id),
  );
  return rows.map((row) => ({
    kind: 'event' as const,
    at: row.at.toISOString(),
    event: JSON.parse(row.body) as EventEnvelope,
    deliveries: deliveries.filter(({ eventId }) => eventId === row.id),
  }));
}

async function emailsOf(scope: Scope, id: string) {
  const rows = await scope.db
    .select()
    .from(mail)
    .where(carries(scope, mail, id))
    .orderBy(asc(mail.id))
    .limit(MOST_JOINED);
  return rows.map(({ id: emailId, kind, status, subscriberId, createdAt }) => ({
    kind: 'email' as const,
    at: createdAt.toISOString(),
    email: { id: emailId, kind, status, subscriberId },
  }));
}

type Joined = typeof auditEntry | typeof event | typeof mail | typeof inboundEvent;

/** How many things carry a correlation id, of each kind. */
export async function totalsOf(scope: Scope, id: string): Promise<Correlation['totals']> {
  const of = async (table: Joined, which = carries(scope, table, id)) => {
    const [row] = await scope.db.select({ n: count() }).from(table).where(which);
    return row?.n ?? 0;
  };
  const [inbound, changes, events, emails] = await Promise.all([
    of(inboundEvent, receivedBy(scope, id)),
    of(auditEntry),
    of(event),
    of(mail),
  ]);
  return { inbound, audit: changes, event: events, email: emails };
}

function carries(scope: Scope, table: Joined, id: string) {
  return and(eq(table.providerId, scope.providerId), eq(table.correlationId, id));
}
