import { eq, sql } from 'drizzle-orm';
import type { apiRequest } from '../../../drizzle/schema/api-request.ts';
import { integration } from '../../../drizzle/schema/integration.ts';
import { accessCredential, provider } from '../../../drizzle/schema/provider.ts';
import { plus } from '../../clock.ts';
import { beginningOf, maskedFields, maskedParameters, mayHoldSecrets } from '../../contract/masked.ts';
import { db, send } from '../../db/client.ts';
import { arrayParameter, type Element, isOneOf } from '../../db/statement.ts';
import { newId } from '../../work/ids.ts';

/** Who called, with the account. */
type RequestCaller = {
  providerId: string;
  clockOffsetMs: number;
  type: 'credential' | 'integration';
  id: string;
  name: string;
};

/** An answered call of the API, before its caller is looked up. */
export type AnsweredRequest = Pick<
  typeof apiRequest.$inferSelect,
  | ('method' | 'route' | 'path' | 'query' | 'status' | 'error' | 'durationMs' | 'address' | 'userAgent')
  | ('correlationId' | 'idempotencyKey' | 'replayed' | 'dryRun' | 'authenticated' | 'recordedAt')
> & {
  /** The verified caller, or what names it: an access id, or the integration in the path. */
  caller: RequestCaller | { accessId: string } | { integrationId: string };
  /** The bodies as they are stored; null without one. */
  requestBody: string | null;
  responseBody: string | null;
};

/** The maximum length of a stored body, in characters. */
const MAX_BODY = 16 * 1024;

/** A row to store: an answered call, and what it lacks. A copy of the call with these would take longer than all the rest. */
export type RequestRow = {
  call: AnsweredRequest;
  caller: RequestCaller;
  /** Final, so that storing the row twice has no further effect. */
  id: string;
  /** The query with secrets masked. */
  query: string | null;
  createdAt: Date;
};

/** How many calls of an hour that were not authenticated an account has in its log. Anyone who knows an access id can send them. */
const MAX_UNAUTHENTICATED = 100;

/**
 * The rows of calls. A call whose caller is unknown has none, nor has one that is not authenticated after the first 100 of an hour of
 * its account. Contract: Request log.
 */
export async function toRequestRows(requests: readonly AnsweredRequest[]): Promise<RequestRow[]> {
  const callers = await callersOf(requests);
  const left = await unauthenticatedLeft([...callers.values()].map(({ providerId }) => providerId));
  return requests.flatMap((call) => {
    const { caller: named, query } = call;
    const caller = 'providerId' in named ? named : callers.get(keyOf(named));
    if (!caller) return [];
    if (!call.authenticated) {
      const n = left.get(caller.providerId) ?? 0;
      if (n <= 0) return [];
      left.set(caller.providerId, n - 1);
    }
    const createdAt = plus(call.recordedAt, caller.clockOffsetMs);
    return {
      ...{ call, caller, id: newId('apiRequest', createdAt), createdAt },
      query: query && maskedParameters(query),
    };
  });
}

/** How many more calls that are not authenticated each account may have in its log, by the database's clock. */
async function unauthenticatedLeft(providerIds: readonly string[]): Promise<Map<string, number>> {
  if (providerIds.length === 0) return new Map();
  const rows = await db().execute<{ id: string; n: number }>(sql`
    select p.id, ${MAX_UNAUTHENTICATED} - (
      select count(*)::int from (
        select from api_request r
        where r.provider_id = p.id and not r.authenticated and r.recorded_at > now() - interval '1 hour'
        limit ${MAX_UNAUTHENTICATED}) recent) as n
    from (select distinct unnest(${sql.param(providerIds)}::text[]) as id) p`);
  return new Map(rows.map(({ id, n }) => [id, n]));
}

const keyOf = (named: { accessId: string } | { integrationId: string }) =>
  'accessId' in named ? named.accessId : named.integrationId;

/** The callers of requests that were refused before their credentials were verified, by access id or integration id. */
async function callersOf(requests: readonly AnsweredRequest[]): Promise<Map<string, RequestCaller>> {
  const accessIds = requests.flatMap(({ caller }) => ('accessId' in caller ? [caller.accessId] : []));
  const integrationIds = requests.flatMap(({ caller }) =>
    'integrationId' in caller ? [caller.integrationId] : [],
  );
  const account = { providerId: provider.id, clockOffsetMs: provider.clockOffsetMs };
  const credentials =
    accessIds.length === 0
      ? []
      : await db()
          .select({
            ...account,
            key: accessCredential.accessId,
            id: accessCredential.id,
            name: accessCredential.label,
          })
          .from(accessCredential)
          .innerJoin(provider, eq(provider.id, accessCredential.providerId))
          .where(isOneOf(accessCredential.accessId, [...new Set(accessIds)]));
  const integrations =
    integrationIds.length === 0
      ? []
      : await db()
          .select({ ...account, key: integration.id, id: integration.id, name: integration.name })
          .from(integration)
          .innerJoin(provider, eq(provider.id, integration.providerId))
          .where(isOneOf(integration.id, [...new Set(integrationIds)]));
  return new Map<string, RequestCaller>([
    ...credentials.map(({ key, ...row }) => [key, { ...row, type: 'credential' as const }] as const),
    ...integrations.map(({ key, ...row }) => [key, { ...row, type: 'integration' as const }] as const),
  ]);
}

/**
 * A body as it is stored: its beginning, with secrets masked, and a note of what is missing.
 * @param length of the whole, in characters or bytes
 */
export function storedBody(body: unknown, length: number): string {
  const text = JSON.stringify(length > MAX_BODY ? beginningOf(body, MAX_BODY) : body);
  return cut(mayHoldSecrets(text) ? JSON.stringify(maskedFields(JSON.parse(text))) : text, length);
}

/** As `storedBody`, of JSON text. */
export function storedText(json: string): string {
  const isMasked = mayHoldSecrets(json.slice(0, MAX_BODY));
  return isMasked ? storedBody(JSON.parse(json), json.length) : cut(json, json.length);
}

function cut(text: string, length: number): string {
  if (length <= MAX_BODY) return text;
  return `${text.slice(0, MAX_BODY).toWellFormed()}… ${(length - MAX_BODY).toLocaleString('en')} more characters`;
}

const columns: {
  name: string;
  type: 'text' | 'int' | 'real' | 'bool' | 'timestamptz';
  of: (row: RequestRow) => Element;
}[] = [
  { name: 'id', type: 'text', of: (row) => row.id },
  { name: 'provider_id', type: 'text', of: ({ caller }) => caller.providerId },
  { name: 'caller_type', type: 'text', of: ({ caller }) => caller.type },
  { name: 'caller_id', type: 'text', of: ({ caller }) => caller.id },
  { name: 'caller_name', type: 'text', of: ({ caller }) => caller.name },
  { name: 'method', type: 'text', of: ({ call }) => call.method },
  { name: 'route', type: 'text', of: ({ call }) => call.route },
  { name: 'path', type: 'text', of: ({ call }) => call.path },
  { name: 'query', type: 'text', of: (row) => row.query },
  { name: 'status', type: 'int', of: ({ call }) => call.status },
  { name: 'error', type: 'text', of: ({ call }) => call.error },
  { name: 'duration_ms', type: 'real', of: ({ call }) => call.durationMs },
  { name: 'address', type: 'text', of: ({ call }) => call.address },
  { name: 'user_agent', type: 'text', of: ({ call }) => call.userAgent },
  { name: 'correlation_id', type: 'text', of: ({ call }) => call.correlationId },
  { name: 'idempotency_key', type: 'text', of: ({ call }) => call.idempotencyKey },
  { name: 'replayed', type: 'bool', of: ({ call }) => call.replayed },
  { name: 'dry_run', type: 'bool', of: ({ call }) => call.dryRun },
  { name: 'authenticated', type: 'bool', of: ({ call }) => call.authenticated },
  { name: 'request_body', type: 'text', of: ({ call }) => call.requestBody },
  { name: 'response_body', type: 'text', of: ({ call }) => call.responseBody },
  { name: 'recorded_at', type: 'timestamptz', of: ({ call }) => call.recordedAt.toISOString() },
  { name: 'created_at', type: 'timestamptz', of: (row) => row.createdAt.toISOString() },
];

const INSERT = `
  insert into api_request (${columns.map(({ name }) => name).join(', ')}, updated_at)
  select *, created_at from unnest(${columns.map(({ type }, i) => `$${i + 1}::${type}[]`).join(', ')})
    as r (${columns.map(({ name }) => name).join(', ')})
  on conflict do nothing`;

/**
 * Stores rows, each once. It does not wait until PostgreSQL has written them to disk: a crash of PostgreSQL may lose those
 * of the last moments. Contract: Request log.
 */
export async function storeRequestRows(rows: readonly RequestRow[]): Promise<void> {
  if (rows.length === 0) return;
  const values = columns.map(({ of }) => arrayParameter(rows.map(of)));
  await db().transaction(async (tx) => {
    await tx.execute('set local synchronous_commit = off');
    await send(tx, INSERT, values);
  });
}
