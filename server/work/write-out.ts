import { db, send } from '../db/client.ts';
import { arrayParameter, jsonParameter, namedParameters } from '../db/statement.ts';
import { claimCondition } from './idempotency-key.ts';
import { keepsClock } from './provider-clock.ts';
import type { Insert, WriteScope } from './scope.ts';
import type { WakeName } from './wake-names.ts';

const parameters = namedParameters(
  'providerId',
  'correlationId',
  'eventIds',
  'eventTypes',
  'eventResources',
  'eventBodies',
  'eventTimes',
  'actorType',
  'actorId',
  'actorName',
  'actorEmail',
  'auditIds',
  'auditActions',
  'auditTypes',
  'auditResources',
  'auditChanges',
  'auditAffected',
  'auditTimes',
  'key',
  'fingerprint',
  'status',
  'body',
  'resourceId',
  'answeredAt',
);
const $ = parameters.placeholders;

/** The answer as a part of a statement. */
const answerToWrite = (condition: string) => `
  stored as (
    insert into idempotency_key (provider_id, correlation_id, key, fingerprint, status, body, resource_id, created_at)
    select ${$.providerId}, ${$.correlationId}, ${$.key}, ${$.fingerprint}, ${$.status}::bigint, ${$.body}, ${$.resourceId},
      ${$.answeredAt}::timestamptz
    where ${$.key}::text is not null and ${condition}
    returning true
  )`;

/** The events and the audit entries as parts of a statement. */
const rowsToWrite = (condition: string) => `
  emitted as (
    insert into event (provider_id, id, type, resource_id, body, occurred_at, created_at, updated_at, correlation_id)
    select ${$.providerId}, e.id, e.type, e.resource_id, e.body, e.at, e.at, e.at, ${$.correlationId}
    from (
      select id, type, resource_id, body, to_timestamp(ms::float8 / 1000) as at
      from unnest(
        ${$.eventIds}::text[], ${$.eventTypes}::text[], ${$.eventResources}::text[],
        string_to_array(${$.eventBodies}, chr(10), ''), ${$.eventTimes}::bigint[]
      ) as written (id, type, resource_id, body, ms)
    ) e
    where ${condition}
  ), audited as (
    insert into audit_entry (
      provider_id, id, actor_type, actor_id, actor_name, actor_email, action, resource_type, resource_id, changes, affected,
      correlation_id, created_at, updated_at
    )
    select ${$.providerId}, a.id, ${$.actorType}, ${$.actorId}, ${$.actorName}, ${$.actorEmail}, a.action, a.resource_type,
      a.resource_id, a.changes, a.affected, ${$.correlationId}, a.at, a.at
    from (
      select id, action, resource_type, resource_id, changes, affected, to_timestamp(ms::float8 / 1000) as at
      from unnest(
        ${$.auditIds}::text[], ${$.auditActions}::text[], ${$.auditTypes}::text[], ${$.auditResources}::text[],
        string_to_array(${$.auditChanges}, chr(10), ''), string_to_array(${$.auditAffected}, chr(10), ''),
        ${$.auditTimes}::bigint[]
      ) as written (id, action, resource_type, resource_id, changes, affected, ms)
    ) a
    where ${condition}
  )`;

/** The wake-ups of what triggers of earlier statements queued, and of the deliveries of these events. */
const WAKES = `
  select '${'deliveries/due' satisfies WakeName}' as wake where exists (
    select from webhook w
    where w.provider_id = ${$.providerId} and w.status = 'ACTIVE'
      and exists (select 1 from unnest(${$.eventTypes}::text[]) as e (type) where webhook_subscribes_to(w.events, e.type)))
  union all
  select '${'outbound-sync/due' satisfies WakeName}' where current_setting('demarc.outbound_sync_due', true) = 'on'
  union all
  select '${'billing/due' satisfies WakeName}' where current_setting('demarc.credit_due', true) = 'on'`;

/**
 * The most events, audit entries and characters of them in a statement that is not the last. Encoding thousands of them, or those of
 * resources with long metadata, takes tenths of a second of the thread.
 */
const PART = 250;
const PART_LENGTH = 1024 * 1024;

/** How many rows of each kind a statement takes. */
type Part = { events: number; audit: number };

function partOf({ events, audit }: WriteScope['outbox']): Part {
  let left = PART_LENGTH;
  const fitting = <T>(rows: readonly T[], lengthOf: (row: T) => number) => {
    let n = 0;
    for (const row of rows) {
      left -= lengthOf(row);
      // One row always fits.
      if (n === PART || (left < 0 && n > 0)) break;
      n++;
    }
    return n;
  };
  return {
    events: fitting(events, ({ body }) => body.length),
    audit: fitting(audit, ({ changes, affected }) => changes.length + (affected?.length ?? 0)),
  };
}

/** Moves a part of the outbox into the parameters of `rowsToWrite` and `answerToWrite`: all of it by default. */
function takeValues({ providerId, correlationId, caller, outbox, now }: WriteScope, part?: Part): unknown[] {
  const events = outbox.events.splice(0, part?.events ?? outbox.events.length);
  const audit = outbox.audit.splice(0, part?.audit ?? outbox.audit.length);
  const answer = part === undefined ? outbox.answer : undefined;
  if (answer) outbox.answer = undefined;
  return parameters.inOrder({
    providerId,
    correlationId,
    eventIds: arrayParameter(events.map((e) => e.id)),
    eventTypes: arrayParameter(events.map((e) => e.type)),
    eventResources: arrayParameter(events.map((e) => e.resourceId)),
    eventBodies: jsonParameter(events.map((e) => e.body)),
    eventTimes: arrayParameter(events.map((e) => e.occurredAt.getTime())),
    actorType: caller.type,
    actorId: caller.type === 'system' ? null : caller.id,
    actorName: caller.name,
    actorEmail: caller.type === 'staff' ? caller.email : null,
    auditIds: arrayParameter(audit.map((a) => a.id)),
    auditActions: arrayParameter(audit.map((a) => a.action)),
    auditTypes: arrayParameter(audit.map((a) => a.resourceType)),
    auditResources: arrayParameter(audit.map((a) => a.resourceId)),
    auditChanges: jsonParameter(audit.map((a) => a.changes)),
    auditAffected: jsonParameter(audit.map((a) => a.affected)),
    auditTimes: arrayParameter(audit.map((a) => a.at.getTime())),
    key: answer?.key ?? null,
    fingerprint: answer?.fingerprint ?? null,
    status: answer?.status ?? null,
    body: answer?.body ?? null,
    resourceId: answer?.resourceId ?? null,
    answeredAt: now.toISOString(),
  });
}

/**
 * Writes the first events and audit entries of an open transaction that has many, until what is left is one part. Other requests
 * have their turn between the parts.
 */
export async function flushParts(scope: WriteScope): Promise<void> {
  const { outbox } = scope;
  for (;;) {
    const part = partOf(outbox);
    if (part.events === outbox.events.length && part.audit === outbox.audit.length) return;
    await writeRows(scope, part);
  }
}

/**
 * Writes the events, the audit entries and the answer that are left of an open transaction. The statement is sent when this
 * returns, before any later one.
 */
export async function flush(scope: WriteScope): Promise<void> {
  const { events, audit, answer } = scope.outbox;
  if (events.length > 0 || audit.length > 0 || answer) await writeRows(scope);
}

async function writeRows(scope: WriteScope, part?: Part): Promise<void> {
  // The triggers of events and subscriptions queue deliveries and outbound sync. Those need a wake-up too.
  const queued = await send<{ wake: WakeName }>(scope.db, WRITE_OUT, takeValues(scope, part)).execute();
  for (const { wake } of queued) scope.outbox.wakes.add(wake);
}

/**
 * Writes all of a unit of work as one statement, outside any transaction: its inserts, events, audit entries and answer.
 * @param clockOffsetMs of the test clock that the work used, in ms; null where it does not matter
 * @returns false when nothing was written: the key is known or in use, or the test clock has moved or moves
 */
export async function writeAlone(
  scope: WriteScope,
  inserts: readonly Insert[],
  clockOffsetMs: number | null,
): Promise<boolean> {
  const { events, audit, answer, wakes } = scope.outbox;
  if (inserts.length + events.length + audit.length === 0 && !answer) return true;
  const values = [...takeValues(scope), clockOffsetMs, ...inserts.flatMap(({ params }) => params)];
  const queued = await send<{ wake: WakeName | null }>(db(), textAlone(inserts), values);
  for (const { wake } of queued) {
    if (wake === null) return false;
    wakes.add(wake);
  }
  return true;
}

/** The texts of `writeAlone`, by those of their inserts. They are kept, because building a text takes longer than sending it. */
const textsAlone = new Map<string, string>();

function textAlone(inserts: readonly Insert[]): string {
  const shape = inserts.map(({ text }) => text).join(';');
  const text = textsAlone.get(shape) ?? textOf(inserts, true);
  textsAlone.set(shape, text);
  return text;
}

/**
 * One statement, because each further one would cost a message. The parts run in this order: answer, inserts, events. PostgreSQL runs
 * parts that nothing reads in any order, so each waits for the one before it. Two requests with one key then meet at the key,
 * and writers of the same totals lock them in one order.
 * @param isAlone whether it is the whole unit of work: it then writes nothing unless the key is claimed and the test clock, the
 *   parameter after those of `takeValues`, is where the work saw it
 */
function textOf(inserts: readonly Insert[], isAlone: boolean): string {
  const clock = `$${parameters.count + 1}`;
  const mayWrite = isAlone ? '(select may_write from claim)' : 'true';
  const claim = `
    claim as materialized (
      select (${$.key}::text is null or (${claimCondition($.providerId, $.key)}))
        and (${clock}::bigint is null or exists (
          select from provider where id = ${$.providerId} and clock_offset_ms = ${clock} and ${keepsClock('id')})) as may_write
    )`;
  const parts = [...(isAlone ? [claim] : []), answerToWrite(mayWrite)];
  let used = parameters.count + 1;
  let last = 'stored';
  const afterLast = () => `${mayWrite} and (select count(*) from ${last}) >= 0`;
  for (const [n, { text, params }] of inserts.entries()) {
    const from = used;
    const renumbered = text.replace(/\$(\d+)/g, (_, own) => `$${from + Number(own)}`);
    parts.push(`inserted_${n} as (${renumbered} where ${afterLast()} returning true)`);
    used += params.length;
    last = `inserted_${n}`;
  }
  parts.push(rowsToWrite(isAlone ? afterLast() : mayWrite));
  const refused = isAlone ? `union all select null where not ${mayWrite}` : '';
  return `with ${parts.join(', ')} ${WAKES} ${refused}`;
}

const WRITE_OUT = textOf([], false);
