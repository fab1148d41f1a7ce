import { randomUUID } from 'node:crypto';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { erasure } from '../../../drizzle/schema/erasure.ts';
import { MINUTE_MS, monotonicMs, plus, realNow } from '../../clock.ts';
import { db } from '../../db/client.ts';
import { isSealed, seal, unseal } from '../../sealed.ts';
import { mapInTurns } from '../../work/map-in-turns.ts';
import type { WriteScope } from '../../work/scope.ts';
import { transaction } from '../../work/transaction.ts';
import { defineQueue, drain, isStillClaimed, lockClaimed, providersWithDue } from '../queue/leased-queue.ts';
import { eraseEntries } from './erase-history.ts';
import { eraseInboundEvents } from './erase-inbound.ts';
import { eraserOf, searchEraser } from './eraser.ts';
import { searchesFor, searchIn } from './names.ts';
import { readPerson, rowsAbout } from './personal-data.ts';
import { rewrite } from './rewrite.ts';

/**
 * Calls that were answered before the erasure are in memory for some seconds before they are in the request log, and a delivery
 * attempt lasts up to ten seconds. The search begins after that.
 */
const DELAY_MS = MINUTE_MS;

const queue = defineQueue({
  name: 'erasures',
  table: erasure,
  key: ['subscriberId'],
  due: 'nextAttemptAt',
  order: ['nextAttemptAt', 'subscriberId'],
  batch: 1,
  // What is not searched in parts reads all rows of the provider.
  leaseMs: 15 * MINUTE_MS,
  retryWaitsMs: [MINUTE_MS],
  retriesForever: true,
});

/** The real time in which one run begins attempts for one provider, and an attempt begins parts of the request log, in ms. */
const LIMITS = { budgetMs: 20_000, searchMs: 10_000 };

/** What names the person: anywhere, and in free text about the person. */
type Names = { distinctive: string[]; words: string[] };

/** Queues the search of the logs. The names are encrypted, and go with the row. */
export async function enqueueLogErasure(
  { db, providerId, now }: WriteScope,
  subscriberId: string,
  names: Names,
): Promise<void> {
  await db.insert(erasure).values({
    ...{ providerId, subscriberId, createdAt: now, updatedAt: now },
    sealedNames: seal(JSON.stringify(names), subscriberId),
    nextAttemptAt: plus(realNow(), DELAY_MS),
  });
}

/**
 * Searches the rows that no index finds by subscriber, for the erasures that are due: the request log, stored answers, jobs of
 * staff, notices to others, inbound events of unknown services, answers of webhook endpoints and the addresses of routers. A
 * killed run is repeated after its lease.
 */
export async function eraseDueLogs({ budgetMs, searchMs } = LIMITS): Promise<void> {
  for (const providerId of await providersWithDue(queue)) {
    await drain(queue, { providerId, budgetMs }, (claimed) => attempt(claimed, searchMs));
  }
}

async function attempt(claimed: typeof erasure.$inferSelect, searchMs: number): Promise<'done'> {
  const { providerId, subscriberId, sealedNames } = claimed;
  const caller = { type: 'system', name: 'erasure' } as const;
  const names = JSON.parse(unseal(sealedNames, subscriberId)) as Names;
  const searchedTo = await eraseRequests(claimed, names.distinctive, searchMs);
  if (searchedTo !== null) {
    // The searches of other accounts get their turn, and the run after a kill continues from here.
    const next = { searchedTo, nextAttemptAt: realNow() };
    await db().update(erasure).set(next).where(isStillClaimed(queue, claimed));
    return 'done';
  }
  await transaction({ providerId, caller, correlationId: randomUUID() }, async (scope) => {
    if (!(await lockClaimed(scope.db, queue, claimed))) return;
    await eraseSearches(scope, searchesFor(names.words));
    await eraseAnswers(scope, subscriberId, names);
    await eraseJobs(scope, subscriberId, names);
    await eraseNotices(scope, names.distinctive);
    await eraseUnknownInbound(scope, names.distinctive);
    await eraseNetworkAndDeliveries(scope, subscriberId);
    await scope.db
      .delete(erasure)
      .where(and(eq(erasure.providerId, providerId), eq(erasure.subscriberId, subscriberId)));
  });
  return 'done';
}

/** A text in each form in which a URL or JSON may have it, in lower case. */
function formsOf(names: readonly string[]): string[] {
  const escaped = (name: string) =>
    JSON.stringify(name)
      .slice(1, -1)
      .replace(/[^ -~]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const forms = names.flatMap((name) => [
    ...[name, JSON.stringify(name).slice(1, -1), escaped(name)],
    ...[urlForm(name), urlForm(name).replaceAll('%20', '+')],
  ]);
  return [...new Set(forms.map((form) => form.toLowerCase()))];
}

function urlForm(text: string): string {
  return encodeURIComponent(text).replaceAll("'", '%27');
}

/** Whether a text has one of these forms in any case. It is brought to lower case once: there are hundreds of forms. */
function hasAny(text: SQL, forms: readonly string[]): SQL {
  return sql`exists (
    with searched as materialized (select lower(${text}) as text)
    select from searched, unnest(${sql.param(forms)}::text[]) f (form) where strpos(searched.text, form) > 0)`;
}

/** Calls that are searched in one transaction, for some seconds at most: a long one keeps dead rows of all tables. */
const CALLS = 250;

/**
 * The request log: calls about the subscriber lose their bodies, and their query or path where it names the person.
 * @returns the last call that was searched, where there are more; null at the end of the log
 */
async function eraseRequests(
  { providerId, subscriberId, searchedTo }: typeof erasure.$inferSelect,
  names: readonly string[],
  searchMs: number,
): Promise<string | null> {
  const started = monotonicMs();
  const forms = formsOf(names);
  const holds = (text: string) => hasAny(sql.raw(text), forms);
  const whole = "concat_ws(' ', path, query, request_body, response_body)";
  let after: string | null = searchedTo;
  do {
    const parts: { last: string | null }[] = await db().execute<{ last: string | null }>(sql`
      with part as materialized (
        select id as part_id from api_request where provider_id = ${providerId} and id > ${after} order by id limit ${CALLS}
      ), erased as (
        update api_request set request_body = null, response_body = null,
          path = case when ${holds('path')} then coalesce(route, '[erased]') else path end,
          query = case when ${holds('query')} then null else query end
        from part where provider_id = ${providerId} and id = part_id
          and (strpos(${sql.raw(whole)}, ${subscriberId}) > 0 or ${holds(whole)})
      )
      select case when count(*) = ${CALLS} then max(part_id) end as last from part`);
    after = parts[0]?.last ?? null;
  } while (after !== null && monotonicMs() - started < searchMs);
  return after;
}

/** Queries read at a time. */
const CHUNK = 1_000;

/** The request log: a call that searches for the person loses its query. Its body is that of the call. */
async function eraseSearches({ db, providerId }: WriteScope, isForPerson: (search: string) => boolean) {
  for (let after: string | null = ''; after !== null; ) {
    const rows: { query: string }[] = await db.execute<{ query: string }>(sql`
      select distinct query from api_request
      where provider_id = ${providerId} and query > ${after} and query ~ '(^|[?&])q=' order by query limit ${CHUNK}`);
    const found = await mapInTurns(rows, ({ query }) => (searchIn(query).some(isForPerson) ? [query] : []));
    const telling = found.flat();
    if (telling.length > 0) {
      await db.execute(sql`
        update api_request set query = null
        where provider_id = ${providerId} and query = any(${sql.param(telling)}::text[])`);
    }
    after = rows.length === CHUNK ? (rows.at(-1)?.query ?? null) : null;
  }
}

/** Answers that are stored with an `Idempotency-Key`. A repeated request gets the erased answer. */
async function eraseAnswers(scope: WriteScope, subscriberId: string, { distinctive, words }: Names) {
  const { json } = eraserOf(words);
  const forms = [subscriberId, ...formsOf(distinctive)];
  const where = hasAny(sql`body`, forms);
  await rewrite(scope, { table: 'idempotency_key', key: 'key', column: 'body', where }, (body) =>
    isSealed(body) ? body : json(body),
  );
}

/** Jobs of staff that are not running and announcements: cells of imported files, and filters that search for the person. */
async function eraseJobs(scope: WriteScope, subscriberId: string, { distinctive, words }: Names) {
  const { db, providerId } = scope;
  await db.execute(sql`
    update job_row set input = '{}', name = null, keys = null
    where provider_id = ${providerId} and due_at is null
      and (${subscriberId} in (resource_id, about_id)
        or resource_id in (select id from receipt where provider_id = ${providerId} and subscriber_id = ${subscriberId})
        or ${hasAny(sql`input::text`, formsOf(distinctive))})`);
  const eraser = searchEraser(eraserOf(distinctive), searchesFor(words));
  const source = { key: 'id', column: 'source', isJson: true, where: sql`true` } as const;
  await rewrite(scope, { table: 'job', ...source }, eraser.json);
  await rewrite(scope, { table: 'announcement', ...source }, eraser.json);
  // Also of jobs that are deleted.
  const isOfWork = sql`resource_type in ('job', 'announcement', 'messageText')`;
  await eraseEntries(scope, subscriberId, isOfWork, eraser);
}

/** Notices to several people, and what announcements show on pages, where they name the person. */
async function eraseNotices(scope: WriteScope, names: readonly string[]) {
  const { text } = eraserOf(names);
  const lower = names.map((name) => name.toLowerCase());
  const erase = (table: string, column: string, where = sql`true`) => {
    const isNaming = hasAny(sql`${sql.identifier(column)}`, lower);
    return rewrite(scope, { table, key: 'id', column, where: sql`${where} and ${isNaming}` }, text);
  };
  await erase('message_text', 'subject', sql`kind = 'NOTICE'`);
  await erase('message_text', 'body', sql`kind = 'NOTICE'`);
  await erase('announcement', 'page_text');
}

/** Inbound events that name the person and led to no service or customer. */
async function eraseUnknownInbound(scope: WriteScope, names: readonly string[]) {
  // A body may have any bytes, of which the escaped ones are ASCII.
  const forms = formsOf(names).flatMap((form) => [escapedBytes(form), escapedBytes(form.toUpperCase())]);
  const rows = await scope.db.execute<{ id: string }>(sql`
    select inbound_event_id as id from inbound_body
    where provider_id = ${scope.providerId} and ${hasAny(sql`encode(body, 'escape')`, [...new Set(forms)])}`);
  await eraseInboundEvents(
    scope,
    rows.map(({ id }) => id),
  );
}

/** A text as PostgreSQL escapes its bytes, in lower case. */
function escapedBytes(text: string): string {
  const escaped = Array.from(Buffer.from(text), (byte) => {
    if (byte === 0x5c) return '\\\\';
    return byte === 0 || byte > 0x7f ? `\\${byte.toString(8).padStart(3, '0')}` : String.fromCharCode(byte);
  });
  return escaped.join('').toLowerCase();
}

/** What routers and webhook endpoints have sent: hardware addresses, and answers that may quote the event. */
async function eraseNetworkAndDeliveries(scope: WriteScope, subscriberId: string) {
  const { db } = scope;
  const person = await readPerson(scope, subscriberId, []);
  await db.execute(
    sql`update radius.radacct set callingstationid = null where ${rowsAbout(person, 'radacct')}`,
  );
  await db.execute(sql`
    update network_session set calling_station_id = null
    where ${rowsAbout(person, 'network_session')} and calling_station_id is not null`);
  await db.execute(sql`
    update delivery_attempt set response_excerpt = null, error = null
    where ${rowsAbout(person, 'delivery_attempt')} and response_excerpt is not null`);
}
