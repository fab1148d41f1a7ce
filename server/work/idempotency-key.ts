import { sql } from 'drizzle-orm';
import { plus } from '../clock.ts';
import { DAY_MS } from '../contract/days.ts';
import { successBody } from '../contract/envelope.ts';
import { refuse } from '../contract/errors.ts';
import { send } from '../db/client.ts';
import { isSealed, seal, unseal } from '../sealed.ts';
import type { Scope, WriteScope } from './scope.ts';

/** The `Idempotency-Key` of a request. Contract: Idempotency. */
export type Idempotency = {
  key: string;
  /** SHA-256 over method, path, query and canonical body. */
  fingerprint: string;
  /** The HTTP status of success. */
  status: number;
  /** The answer's body, once it is rendered or found. */
  answer?: Answer;
};

export type Answer = { status: number; body: string; correlationId: string; replayed: boolean };

/** A key that is unique across accounts. The stored answer is encrypted for it. */
export function accountsKey(
  { providerId }: Pick<Scope, 'providerId'>,
  { key }: Pick<Idempotency, 'key'>,
): string {
  return `${providerId} ${key}`;
}

/** The number of the advisory lock of a key, as SQL. The parameters are expressions. */
const lockOfKey = (providerId: string, key: string) =>
  `hashtextextended(${providerId}::text || ' ' || ${key}::text, 0)`;

/** Claims an unknown key for the transaction, as a condition in SQL. It does not wait. The parameters are expressions. */
export function claimCondition(providerId: string, key: string): string {
  return `
    pg_try_advisory_xact_lock(${lockOfKey(providerId, key)})
    and not exists (select from idempotency_key k where k.provider_id = ${providerId} and k.key = ${key})`;
}

type Found = {
  locked: boolean;
  fingerprint: string | null;
  status: string;
  body: string;
  correlation_id: string;
  resource_id: string | null;
};

/** The stored answer of a key, and whether `lock` was taken. */
const keyStatement = (lock: string) => `
  select lock.locked, k.fingerprint, k.status, k.body, k.correlation_id, k.resource_id
  from (select ${lock} as locked) lock
  left join idempotency_key k on k.provider_id = $1 and k.key = $2`;

const LOCK = lockOfKey('$1', '$2');
const CLAIM_KEY = keyStatement(`pg_try_advisory_xact_lock(${LOCK})`);
const CHECK_KEY = keyStatement(`
  case when pg_try_advisory_lock_shared(${LOCK}) then pg_advisory_unlock_shared(${LOCK}) else false end`);

/**
 * Claims the key for this transaction without waiting. A dry run only checks whether another request holds it, so it
 * never blocks a real request. Contract: Idempotency.
 * @returns the stored answer of a known key
 * @throws CONFLICT for the key of another request, or while the first request is running
 */
export async function claimKey(
  scope: WriteScope,
  idempotency: Idempotency,
  isDry = false,
): Promise<Answer | null> {
  const { key, fingerprint } = idempotency;
  const [found] = await send<Found>(scope.db, isDry ? CHECK_KEY : CLAIM_KEY, [scope.providerId, key]);
  const isOver = found?.resource_id ? await wasDeletedLongAgo(scope, found.resource_id) : false;
  if (found?.fingerprint && !isOver) {
    if (found.fingerprint !== fingerprint) {
      throw refuse('CONFLICT', {
        field: 'Idempotency-Key',
        message: 'This key was used for a different request.',
      });
    }
    const { body, correlation_id: correlationId } = found;
    return {
      status: Number(found.status),
      // Only answers with a secret are encrypted.
      body: isSealed(body) ? unseal(body, accountsKey(scope, idempotency)) : body,
      correlationId,
      replayed: true,
    };
  }
  if (!found?.locked) throw stillRunning();
  if (isOver) {
    await scope.db.execute(
      sql`delete from idempotency_key where provider_id = ${scope.providerId} and key = ${key}`,
    );
  }
  return null;
}

/** How long a key is kept after its resource was deleted. Contract: Idempotency. */
const KEY_RETENTION_MS = 30 * DAY_MS;

/** Whether the keys of a resource are free again. Only plans, webhooks and integrations can be deleted. */
async function wasDeletedLongAgo({ db: on, providerId, now }: WriteScope, id: string): Promise<boolean> {
  const [deleted] = await on.execute(sql`
    select 1 from (
      select provider_id, id, status, updated_at from plan
      union all select provider_id, id, status, updated_at from webhook
      union all select provider_id, id, status, updated_at from integration
    ) resource
    where provider_id = ${providerId} and id = ${id} and status = 'deleted'
      and updated_at <= ${plus(now, -KEY_RETENTION_MS).toISOString()}`);
  return deleted !== undefined;
}

/** The refusal while the first request with the key is running. */
export function stillRunning() {
  return refuse('CONFLICT', {
    field: 'Idempotency-Key',
    message: 'The first request with this key is still running.',
    retryAfter: 1,
  });
}

/** Notes a stored answer as that of the request. @returns the result in it */
export function replay<T>(idempotency: Idempotency, kept: Answer): T {
  idempotency.answer = kept;
  return JSON.parse(kept.body).data;
}

/**
 * Stores the answer with the events and audit entries of the unit of work.
 * @param secret whether it contains a secret and is stored encrypted
 */
export function keepAnswer(
  scope: WriteScope,
  idempotency: Idempotency,
  result: object,
  secret: boolean,
): void {
  const body = successBody(result, scope.correlationId);
  const { key, fingerprint, status } = idempotency;
  const resourceId = 'id' in result && typeof result.id === 'string' ? result.id : null;
  const atRest = secret ? seal(body, accountsKey(scope, idempotency)) : body;
  scope.outbox.answer = { key, fingerprint, status, body: atRest, resourceId };
  idempotency.answer = { status, body, correlationId: scope.correlationId, replayed: false };
}
