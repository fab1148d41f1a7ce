import { and, asc, count, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { apiRequest } from '../../../drizzle/schema/api-request.ts';
import { inboundEvent, integration } from '../../../drizzle/schema/integration.ts';
import { mail } from '../../../drizzle/schema/mail.ts';
import { auditEntry, event } from '../../../drizzle/schema/provider.ts';
import type { EventEnvelope } from '../../contract/events.ts';
import {
  type Correlation,
  type CorrelationStep,
  type correlationId,
  MAX_JOINED,
} from '../../contract/portal/correlation.ts';
import { actorWithEmail } from '../../contract/texts/actor-text.ts';
import { idsOfChange } from '../../contract/texts/describe-change.ts';
import { idsIn } from '../../contract/texts/describe-event.ts';
import { parseBodies } from '../../work/parse-bodies.ts';
import type { Scope } from '../../work/scope.ts';
import { listApiRequests } from '../api-request/read.ts';
import { presentEntry } from '../audit/list.ts';
import { deliveriesOfEvents } from '../delivery/of-events.ts';
import { currenciesOf, labelsOf } from '../model/labels.ts';

/** The order of steps of the same instant: a request causes a change, an event reports it, an email follows. */
const RANK: Record<CorrelationStep['kind'], number> = {
  request: 0,
  inbound: 1,
  audit: 2,
  event: 3,
  email: 4,
};

/**
 * Everything with one correlation id, in order of the provider's time: requests, inbound events, audit entries, events
 * with their deliveries, and emails. At most the first hundred of each kind. An unknown id has no steps. Portal only.
 */
export async function getCorrelation(
  scope: Scope,
  { id }: z.output<typeof correlationId>,
): Promise<Correlation> {
  const [requests, inbound, changes, events, emails, totals] = await Promise.all([
    requestsOf(scope, id),
    inboundOf(scope, id),
    changesOf(scope, id),
    eventsOf(scope, id),
    emailsOf(scope, id),
    totalsOf(scope, id),
  ]);
  const steps = [...requests, ...inbound, ...changes, ...events, ...emails].sort(
    // Sorting is stable: within a kind and an instant, the order of ids stays.
    (a, b) => Date.parse(a.at) - Date.parse(b.at) || RANK[a.kind] - RANK[b.kind],
  );
  const entries = changes.map(({ entry }) => entry);
  const ids = [
    ...entries.flatMap(idsOfChange),
    ...entries.flatMap(({ affected }) => Object.values(affected ?? {}).flat()),
    ...events.flatMap(({ event }) => idsIn(event)),
  ];
  const [names, currencies] = await Promise.all([
    labelsOf(scope, { ids }),
    currenciesOf(
      scope,
      entries.map(({ resourceId }) => resourceId),
    ),
  ]);
  const acting = entries.map(({ actorType: type, actorName: name, actorEmail: email }) => ({
    type,
    name,
    email,
  }));
  const calling = requests.map(({ request }) => ({ type: request.callerType, name: request.callerName }));
  const actors = [...new Set((acting.length > 0 ? acting : calling.slice(0, 1)).map(actorWithEmail))];
  return { id, actors, steps, names, currencies, totals };
}

/** The calls of the API, the earliest first: the one that had the effect, then its replays. */
async function requestsOf(scope: Scope, correlationId: string) {
  const input = { page: 1, limit: MAX_JOINED, sort: 'createdAt', correlationId };
  const { data } = await listApiRequests(scope, input);
  return data.map((request) => ({ kind: 'request' as const, at: request.createdAt, request }));
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
    .limit(MAX_JOINED);
  return rows.map(({ at, ...inbound }) => ({ kind: 'inbound' as const, at: at.toISOString(), inbound }));
}

/**
 * Processed inbound events with the correlation id. They are found by their audit entries, so that the table of inbound
 * events needs no index for this page.
 */
function receivedBy(scope: Scope, id: string) {
  return and(
    hasCorrelation(scope, inboundEvent, id),
    inArray(
      inboundEvent.id,
      scope.db
        .select({ id: auditEntry.resourceId })
        .from(auditEntry)
        .where(and(hasCorrelation(scope, auditEntry, id), eq(auditEntry.resourceType, 'inboundEvent'))),
    ),
  );
}

async function changesOf(scope: Scope, id: string) {
  const rows = await scope.db
    .select()
    .from(auditEntry)
    .where(hasCorrelation(scope, auditEntry, id))
    .orderBy(asc(auditEntry.id))
    .limit(MAX_JOINED);
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
    .where(hasCorrelation(scope, event, id))
    .orderBy(asc(event.id))
    .limit(MAX_JOINED);
  const deliveries = await deliveriesOfEvents(
    scope,
    rows.map((row) => row.id),
  );
  const envelopes = await parseBodies(rows);
  return rows.map((row, i) => ({
    kind: 'event' as const,
    at: row.at.toISOString(),
    event: envelopes[i] as EventEnvelope,
    deliveries: deliveries.filter(({ eventId }) => eventId === row.id),
  }));
}

async function emailsOf(scope: Scope, id: string) {
  const rows = await scope.db
    .select()
    .from(mail)
    .where(hasCorrelation(scope, mail, id))
    .orderBy(asc(mail.id))
    .limit(MAX_JOINED);
  return rows.map(({ id: emailId, kind, status, subscriberId, createdAt }) => ({
    kind: 'email' as const,
    at: createdAt.toISOString(),
    email: { id: emailId, kind, status, subscriberId },
  }));
}

type Joined = typeof apiRequest | typeof auditEntry | typeof event | typeof mail | typeof inboundEvent;

/** The number of rows of each kind that have a correlation id. */
export async function totalsOf(scope: Scope, id: string): Promise<Correlation['totals']> {
  const countOf = async (table: Joined, which = hasCorrelation(scope, table, id)) => {
    const [row] = await scope.db.select({ n: count() }).from(table).where(which);
    return row?.n ?? 0;
  };
  const [request, inbound, changes, events, emails] = await Promise.all([
    countOf(apiRequest),
    countOf(inboundEvent, receivedBy(scope, id)),
    countOf(auditEntry),
    countOf(event),
    countOf(mail),
  ]);
  return { request, inbound, audit: changes, event: events, email: emails };
}

function hasCorrelation(scope: Scope, table: Joined, id: string) {
  return and(eq(table.providerId, scope.providerId), eq(table.correlationId, id));
}
