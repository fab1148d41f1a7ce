import { and, eq, sql } from 'drizzle-orm';
import { mail } from '../../../drizzle/schema/mail.ts';
import { networkSession } from '../../../drizzle/schema/network.ts';
import { auditEntry, event } from '../../../drizzle/schema/provider.ts';
import { plus, SECOND_MS } from '../../clock.ts';
import type { EventObject } from '../../contract/event-catalogue.ts';
import { toMajor } from '../../contract/money.ts';
import type { ActivityEntry } from '../../contract/portal/activity.ts';
import { money } from '../../contract/sentence.ts';
import { actorText } from '../../contract/texts/actor-text.ts';
import { describeEvent, idsIn } from '../../contract/texts/describe-event.ts';
import { describeEmail } from '../../contract/texts/sentences/email.ts';
import { describeInvoice, describeIssue } from '../../contract/texts/sentences/invoice.ts';
import { describeOffline, describeOnline } from '../../contract/texts/sentences/network-session.ts';
import { isOneOf } from '../../db/statement.ts';
import { owned, presentAll, readSnapshots, type Snapshot } from '../../state/resource.ts';
import { lowestId } from '../../work/ids.ts';
import { parseBodies } from '../../work/parse-bodies.ts';
import type { Scope } from '../../work/scope.ts';
import { presentEntry, withSentences } from '../audit/list.ts';
import { emailResource } from '../model/email/resource.ts';
import { invoiceResource } from '../model/invoice/resource.ts';
import { labelsOf } from '../model/labels.ts';
import { networkSessionResource } from '../model/network-session/resource.ts';
import { noteResource } from '../model/note/resource.ts';
import type { Source } from './activity-rows.ts';
import { type RenewalStep, stepOfEvent } from './renewal-groups.ts';

/** The content of an entry. Absent fields are null. */
export type Described = Pick<ActivityEntry, 'sentence'> &
  Partial<Omit<ActivityEntry, 'key' | 'kind' | 'at' | 'group'>> & {
    /** What may be a step of a renewal: its invoice, the cycle that it pays for, or the end of the cycle before. */
    step?: RenewalStep;
  };

type Describe = (scope: Scope, ids: string[]) => Promise<[id: string, content: Described][]>;

/** The content of the entries of each source, by the ids of its rows. */
export const describers: Record<Source, Describe> = {
  issue: (scope, ids) => invoices(scope, ids, describeIssue),
  void: (scope, ids) => invoices(scope, ids, describeInvoice),
  audit: changes,
  event: events,
  email: emails,
  note: notes,
  offline: (scope, ids) => sessions(scope, ids, 'offline'),
  online: (scope, ids) => sessions(scope, ids, 'online'),
};

async function invoices(
  scope: Scope,
  ids: string[],
  sentenceOf: (invoice: Snapshot<typeof invoiceResource>) => Described['sentence'],
): ReturnType<Describe> {
  const found = await readSnapshots(scope, invoiceResource, ids);
  return found.map((invoice) => [
    invoice.id,
    {
      sentence: sentenceOf(invoice),
      about: { type: 'invoice', id: invoice.id },
      step: { invoiceId: invoice.id },
    },
  ]);
}

/** The resources that events of each object lead to. */
const pages: Record<EventObject, { type: string; field: string } | null> = {
  subscriber: null,
  subscription: { type: 'subscription', field: 'id' },
  billing_cycle: { type: 'subscription', field: 'subscriptionId' },
  payment: { type: 'payment', field: 'id' },
  refund: { type: 'refund', field: 'id' },
  charge: { type: 'charge', field: 'id' },
  installation: { type: 'installation', field: 'id' },
  network: { type: 'networkSession', field: 'id' },
  plan: { type: 'plan', field: 'id' },
};

async function events(scope: Scope, ids: string[]): ReturnType<Describe> {
  const rows = await scope.db
    .select({
      ...{ id: event.id, body: event.body, resourceId: event.resourceId },
      ...{ correlationId: event.correlationId, at: event.occurredAt },
    })
    .from(event)
    .where(and(eq(event.providerId, scope.providerId), isOneOf(event.id, ids)));
  const envelopes = await parseBodies(rows);
  const [names, actors] = await Promise.all([
    labelsOf(scope, { ids: envelopes.flatMap(idsIn) }),
    actorsOf(scope, rows),
  ]);
  return envelopes.map((envelope) => {
    const { id, correlationId, data } = envelope;
    const page = pages[data.object];
    const about = page && { type: page.type, id: String(data.current[page.field]) };
    const actor = actors.get(id) ?? null;
    const step = stepOfEvent(envelope);
    return [id, { sentence: describeEvent(envelope, names), about, actor, eventId: id, correlationId, step }];
  });
}

/** How far the entry of a change may be from its event, in ms. */
const NEAR_MS = SECOND_MS;

/**
 * The actor of each event, from an audit entry with its correlation id: the one of the resource, else one of the same time. A job
 * has thousands of entries with one id, by all who started or resumed it.
 */
async function actorsOf(
  scope: Scope,
  events: readonly { id: string; resourceId: string; correlationId: string; at: Date }[],
): Promise<Map<string, string>> {
  const column = (of: (each: (typeof events)[number]) => string) => sql`${sql.param(events.map(of))}::text[]`;
  const rows = await scope.db.execute<{ id: string; type: string; name: string }>(sql`
    select e.id, a.type, a.name
    from unnest(
      ${column(({ id }) => id)}, ${column(({ resourceId }) => resourceId)},
      ${column(({ correlationId }) => correlationId)},
      ${column(({ at }) => lowestId('auditEntry', plus(at, -NEAR_MS)))},
      ${column(({ at }) => lowestId('auditEntry', plus(at, NEAR_MS)))}) e (id, resource_id, correlation_id, low, high)
    cross join lateral (
      (select 0 as place, actor_type as type, actor_name as name from audit_entry
        where provider_id = ${scope.providerId} and resource_id = e.resource_id and id >= e.low and id < e.high
          and correlation_id = e.correlation_id limit 1)
      union all
      (select 1, actor_type, actor_name from audit_entry
        where provider_id = ${scope.providerId} and id >= e.low and id < e.high and correlation_id = e.correlation_id limit 1)
      union all
      (select 2, actor_type, actor_name from audit_entry
        where provider_id = ${scope.providerId} and correlation_id = e.correlation_id limit 1)
      order by place limit 1
    ) a`);
  return new Map(rows.map(({ id, ...actor }) => [id, actorText(actor)]));
}

async function changes(scope: Scope, ids: string[]): ReturnType<Describe> {
  const rows = await scope.db
    .select()
    .from(auditEntry)
    .where(and(eq(auditEntry.providerId, scope.providerId), isOneOf(auditEntry.id, ids)));
  const entries = await withSentences(scope, rows.map(presentEntry));
  return entries.map(({ id, resourceType: type, resourceId, correlationId, what: sentence }) => [
    id,
    { sentence, about: type === 'subscriber' ? null : { type, id: resourceId }, correlationId },
  ]);
}

async function emails(scope: Scope, ids: string[]): ReturnType<Describe> {
  const rows = await scope.db
    .select()
    .from(mail)
    .where(and(owned(scope, emailResource), isOneOf(mail.id, ids)));
  const shown = await presentAll(scope, emailResource, rows);
  return rows.map(({ id, facts, correlationId }, i) => {
    const amount = 'amount' in facts ? money(toMajor(facts.amount, facts.currency), facts.currency) : null;
    const email = shown[i];
    if (!email) throw new Error(`${id} has no snapshot`);
    const sentence = describeEmail(email, amount, scope.livemode);
    const step = 'invoiceId' in facts && facts.invoiceId ? { invoiceId: facts.invoiceId } : undefined;
    return [id, { sentence, about: { type: 'mail', id }, correlationId, step }];
  });
}

async function notes(scope: Scope, ids: string[]): ReturnType<Describe> {
  const found = await readSnapshots(scope, noteResource, ids);
  return found.map((each) => [each.id, { sentence: [], actor: each.authorName, note: each }]);
}

async function sessions(scope: Scope, ids: string[], instant: 'online' | 'offline'): ReturnType<Describe> {
  const found = await readSnapshots(scope, networkSessionResource, ids);
  const endedBefore = instant === 'online' ? await earlierEnds(scope, ids) : null;
  return found.map((session) => {
    const { id, startedAt, endedAt, inputOctets, outputOctets } = session;
    const started = Date.parse(startedAt);
    const before = endedBefore?.get(id);
    const sentence =
      instant === 'online'
        ? describeOnline(session, before === undefined ? null : Math.max(0, started - before))
        : describeOffline(session, Date.parse(endedAt ?? startedAt) - started, inputOctets + outputOctets);
    return [id, { sentence, about: { type: 'networkSession', id } }];
  });
}

/** When the last session of the same subscription before each of these ended, in ms. */
async function earlierEnds(scope: Scope, ids: string[]): Promise<Map<string, number>> {
  const rows = await scope.db.execute<{ id: string; endedAt: string }>(sql`
    select s.id, earlier.ended_at as "endedAt" from ${networkSession} s
    cross join lateral (
      select max(e.ended_at) as ended_at from ${networkSession} e
      where e.provider_id = s.provider_id and e.subscription_id = s.subscription_id and e.started_at < s.started_at
    ) earlier
    where s.provider_id = ${scope.providerId} and s.id = any(${sql.param(ids)}) and earlier.ended_at is not null`);
  return new Map(rows.map(({ id, endedAt }) => [id, Date.parse(endedAt)]));
}
