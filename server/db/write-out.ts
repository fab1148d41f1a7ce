import { db, send } from './client.ts';
import type { Insert, WriteScope } from './scope.ts';
import { arrayParameter, jsonParameter } from './statement.ts';
import type { WakeName } from './wake-names.ts';

/** The number of the advisory lock of an idempotency key, as SQL. The parameters are expressions. */
export function lockOfKey(providerId: string, key: string): string {
  return `hashtextextended(${providerId}::text || ' ' || ${key}::text, 0)`;
}

/**
 * The events, the audit entries and the answer as parts of one statement: each further statement would cost a message.
 * @param condition of each row
 */
const rowsToWrite = (condition: string) => `
  emitted as (
    insert into event (provider_id, id, type, resource_id, body, occurred_at, created_at, updated_at, correlation_id)
    select $1, e.id, e.type, e.resource_id, e.body, e.at, e.at, e.at, $2
    from (
      select id, type, resource_id, body, to_timestamp(ms::float8 / 1000) as at
      from unnest($3::text[], $4::text[], $5::text[], string_to_array($6, chr(10), ''), $7::bigint[])
        as written (id, type, resource_id, body, ms)
    ) e
    where ${condition}
  ), audited as (
    insert into audit_entry (
      provider_id, id, actor_type, actor_id, actor_name, action, resource_type, resource_id, changes, affected,
      correlation_id, created_at, updated_at
    )
    select $1, a.id, $8, $9, $10, a.action, a.resource_type, a.resource_id, a.changes, a.affected, $2, a.at, a.at
    from (
      select id, action, resource_type, resource_id, changes, affected, to_timestamp(ms::float8 / 1000) as at
      from unnest(
        $11::text[], $12::text[], $13::text[], $14::text[], string_to_array($15, chr(10), ''),
        string_to_array($16, chr(10), ''), $17::bigint[]
      ) as written (id, action, resource_type, resource_id, changes, affected, ms)
    ) a
    where ${condition}
  ), stored as (
    insert into idempotency_key (provider_id, correlation_id, key, fingerprint, status, body, resource_id, created_at)
    select $1, $2, $18, $19, $20::bigint, $21, $22, $23::timestamptz where $18::text is not null and ${condition}
  )`;

/** The wake-ups of what triggers queued: deliveries of the events, and outbound sync. */
const WAKES = `
  select '${'deliveries/due' satisfies WakeName}' as wake where exists (
    select from webhook w
    where w.provider_id = $1 and w.status = 'ACTIVE'
      and exists (select 1 from unnest($4::text[]) as e (type) where webhook_subscribes_to(w.events, e.type)))
  union all
  select '${'outbound-sync/due' satisfies WakeName}' where current_setting('demarc.outbound_sync_due', true) = 'on'`;

const WRITE_OUT = `with ${rowsToWrite('true')} ${WAKES}`;

/** The parameters of `rowsToWrite`. */
function takeValues({ providerId, correlationId, caller, outbox, now }: WriteScope): unknown[] {
  const { events, audit, answer } = outbox;
  outbox.events = [];
  outbox.audit = [];
  outbox.answer = undefined;
  return [
    ...[providerId, correlationId],
    arrayParameter(events.map((e) => e.id)),
    arrayParameter(events.map((e) => e.type)),
    arrayParameter(events.map((e) => e.resourceId)),
    jsonParameter(events.map((e) => e.body)),
    arrayParameter(events.map((e) => e.occurredAt.getTime())),
    ...[caller.type, caller.type === 'system' ? null : caller.id, caller.name],
    arrayParameter(audit.map((a) => a.id)),
    arrayParameter(audit.map((a) => a.action)),
    arrayParameter(audit.map((a) => a.resourceType)),
    arrayParameter(audit.map((a) => a.resourceId)),
    jsonParameter(audit.map((a) => a.changes)),
    jsonParameter(audit.map((a) => a.affected)),
    arrayParameter(audit.map((a) => a.at.getTime())),
    ...[answer?.key ?? null, answer?.fingerprint ?? null, answer?.status ?? null, answer?.body ?? null],
    ...[answer?.resourceId ?? null, now.toISOString()],
  ];
}

/**
 * Writes the events, the audit entries and the answer that the scope has collected. The statement is sent when this
 * returns, before any later one.
 */
export async function flush(scope: WriteScope): Promise<void> {
  const { events, audit, answer, wakes } = scope.outbox;
  if (events.length === 0 && audit.length === 0 && !answer) return;
  // The triggers of events and subscriptions queue deliveries and outbound sync. Those need a wake-up too.
  const queued = await send<{ wake: WakeName }>(scope.db, WRITE_OUT, takeValues(scope)).execute();
  for (const { wake } of queued) wakes.add(wake);
}

/**
 * Writes what the scope has collected and its inserts as one statement, outside any transaction.
 * @param clockOffsetMs of the test clock that the work used, in ms; null for a live account
 * @returns false when nothing was written: the key is known or in use, or the test clock has moved
 */
export async function writeAtOnce(
  scope: WriteScope,
  inserts: readonly Insert[],
  clockOffsetMs: number | null,
): Promise<boolean> {
  const values = [...takeValues(scope), clockOffsetMs, ...inserts.flatMap(({ params }) => params)];
  const queued = await send<{ wake: WakeName | null }>(db(), textAtOnce(inserts), values);
  for (const { wake } of queued) {
    if (wake === null) return false;
    scope.outbox.wakes.add(wake);
  }
  return true;
}

/** The parameter behind those of `takeValues`. Those of the inserts follow. */
const CLOCK = 24;

/** The texts of `writeAtOnce`, by those of its inserts: building one takes longer than sending it. */
const textsAtOnce = new Map<string, string>();

function textAtOnce(inserts: readonly Insert[]): string {
  const shape = inserts.map(({ text }) => text).join(';');
  const known = textsAtOnce.get(shape);
  if (known) return known;
  const isFree = '(select is_free from claim)';
  let taken = CLOCK;
  const parts = inserts.map(({ text, params }, n) => {
    const moved = text.replace(/\$(\d+)/g, (_, own) => `$${taken + Number(own)}`);
    taken += params.length;
    return `inserted_${n} as (${moved} where ${isFree})`;
  });
  const text = `
  with claim as materialized (
    select ($18::text is null or (
        pg_try_advisory_xact_lock(${lockOfKey('$1', '$18')})
        and not exists (select from idempotency_key k where k.provider_id = $1 and k.key = $18)))
      and ($${CLOCK}::bigint is null or exists (select from provider where id = $1 and clock_offset_ms = $${CLOCK})) as is_free
  ), ${[...parts, rowsToWrite(isFree)].join(', ')}
  ${WAKES}
  union all
  select null where not ${isFree}`;
  textsAtOnce.set(shape, text);
  return text;
}
