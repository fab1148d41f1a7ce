import { randomUUID, timingSafeEqual } from 'node:crypto';
import { and, desc, eq, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { accessCredential, provider } from '../../drizzle/schema/provider.ts';
import { HOUR_MS, MINUTE_MS, monotonicMs, plus, realNow, SECOND_MS } from '../clock.ts';
import { refuse } from '../contract/errors.ts';
import type {
  AccessCredentialSnapshot,
  AccessCredentialWithSecret,
} from '../contract/portal/access-credential.ts';
import { isRotatable } from '../contract/portal/access-credential-rules.ts';
import { type Db, db } from '../db/client.ts';
import { hashSecret, issueCredential } from '../domain/partner/credential.ts';
import { log } from '../log.ts';
import { audit } from '../work/audit.ts';
import type { Scope, WriteScope } from '../work/scope.ts';
import { firstWithin, recordSecurityEvent } from './record-security-event.ts';

/** The account and caller of an authenticated request. One frozen object serves all requests of a second. */
export type AuthenticatedCredential = {
  readonly credentialId: string;
  readonly accessId: string;
  readonly label: string;
  readonly providerId: string;
  readonly livemode: boolean;
  /** How far the test clock is ahead of real time, in ms; 0 for a live account. */
  readonly clockOffsetMs: number;
};

/** How long a verified row is cached. A revocation by another process takes effect within this time. */
const CACHE_MS = SECOND_MS;
/** How long an evicted credential is not cached: longer than the transaction that changes it. */
const EVICTED_MS = 10 * SECOND_MS;
const MAX_CACHED = 10_000;
/** How long a rotated secret stays valid. Contract: Accounts. */
const OVERLAP_MS = 24 * HOUR_MS;

type CredentialRecord = {
  caller: AuthenticatedCredential;
  secretHash: Buffer;
  expiresAt: Date | null;
  lastUsedAt: Date | null;
};

const cached = new Map<string, CredentialRecord & { readAt: number }>();
const evictedUntil = new Map<string, number>();
/** Compared for an unknown access id, so that the answer takes as long. */
const unmatchable = hashSecret('no secret hashes to this');

/**
 * Authenticates a pair of `X-Access-*` headers. Null for an unknown id, a wrong secret and an expired credential alike.
 * Real time decides about expiry. The correct secret of an expired credential is a security event. Contract: Accounts.
 * @param from the client's address, for the security log
 */
export async function authenticate(
  accessId: string | undefined,
  accessSecret: string | undefined,
  from: { address?: string; correlationId?: string } = {},
): Promise<AuthenticatedCredential | null> {
  if (!accessId || !accessSecret) return null;
  const hit = fromCache(accessId);
  const record = hit ?? (await readCredential(accessId));
  const matches = timingSafeEqual(hashSecret(accessSecret), record?.secretHash ?? unmatchable);
  if (!record || !matches) return null;
  if (!isActive(record.expiresAt)) {
    await logExpiredUse(record.caller, from);
    return null;
  }
  if (!hit) {
    recordUse(record);
    // The clock of a sandbox account may have just moved, even in another process, so it is always read.
    if (record.caller.livemode) addToCache(accessId, record);
  }
  return record.caller;
}

/** Limits the log, because a program with an expired credential may use it many times a second. */
const firstUse = firstWithin(1);

async function logExpiredUse(
  { credentialId, accessId, label, providerId, livemode }: AuthenticatedCredential,
  { address, correlationId = randomUUID() }: { address?: string; correlationId?: string },
): Promise<void> {
  if (!firstUse(credentialId)) return;
  const caller = { type: 'credential', id: credentialId, name: label } as const;
  await recordSecurityEvent(
    {
      event: 'credential.revoked_in_use',
      outcome: 'refused',
      account: accessId,
      address,
      correlationId,
      providerId,
    },
    { type: 'accessCredential', id: credentialId },
    [{ providerId, livemode, caller, correlationId }],
  );
}

/**
 * Removes a credential from the cache of this process. It may be called before or after the commit of a change: the next
 * request after the commit reads the new row.
 */
export function evictCredential(accessId: string): void {
  cached.delete(accessId);
  const now = monotonicMs();
  for (const [id, until] of evictedUntil) if (until <= now) evictedUntil.delete(id);
  evictedUntil.set(accessId, now + EVICTED_MS);
}

/** The most expired credentials in a list, which has no pages. */
const MAX_EXPIRED = 100;

/** The account's credentials, newest first, without secrets: the valid ones, and the newest 100 of the expired ones. */
export async function listCredentials(scope: Scope): Promise<AccessCredentialSnapshot[]> {
  const { createdAt, id, expiresAt } = accessCredential;
  const expired = lte(expiresAt, realNow());
  const among = (isWanted: SQL | undefined) =>
    scope.db
      .select()
      .from(accessCredential)
      .where(and(eq(accessCredential.providerId, scope.providerId), isWanted))
      .orderBy(desc(createdAt), desc(id));
  const rows = await union(
    among(or(isNull(expiresAt), not(expired))),
    among(expired).limit(MAX_EXPIRED),
  ).orderBy(desc(createdAt), desc(id));
  return rows.map(view);
}

/** How many credentials of an account can be valid, and how many of them in their overlap. */
const MAX_VALID = 20;

/**
 * Creates a further credential. The secret is shown once. Contract: Accounts.
 * @throws CONFLICT when 20 are valid
 */
export async function createCredential(
  scope: WriteScope,
  { label }: { label: string },
): Promise<AccessCredentialWithSecret> {
  const { valid } = await countValid(scope);
  if (valid >= MAX_VALID) throw tooMany('Revoke one first.');
  return makeCredential(scope, label);
}

/** Counts under a lock of the account, so that of concurrent creations none exceeds the limit. */
async function countValid(scope: WriteScope): Promise<{ valid: number; ending: number }> {
  await scope.db
    .select({ id: provider.id })
    .from(provider)
    .where(eq(provider.id, scope.providerId))
    .for('no key update');
  const rows = await scope.db
    .select({ expiresAt: accessCredential.expiresAt })
    .from(accessCredential)
    .where(eq(accessCredential.providerId, scope.providerId));
  const valid = rows.filter(({ expiresAt }) => isActive(expiresAt));
  return { valid: valid.length, ending: valid.filter(({ expiresAt }) => expiresAt !== null).length };
}

const tooMany = (remedy: string) =>
  refuse('CONFLICT', { message: `An account has at most ${MAX_VALID} valid API keys. ${remedy}` });

async function makeCredential(scope: WriteScope, label: string): Promise<AccessCredentialWithSecret> {
  const { id, accessSecret } = await issueCredential(scope.db, { ...scope, label });
  const made = await findCredential(scope, id);
  audit(scope, 'accessCredential.create', resource(id), {
    label: { before: null, after: label },
    accessId: { before: null, after: made.accessId },
  });
  return { ...view(made), accessSecret };
}

/**
 * Creates a successor with the same label. The old secret stays valid for 24 hours of real time. It is possible with 20
 * valid credentials too, while fewer than 20 are in these 24 hours. Contract: Accounts.
 * @throws NOT_FOUND; IMMUTABLE when it is already rotated or revoked; CONFLICT
 */
export async function rotateCredential(
  scope: WriteScope,
  { id }: { id: string },
): Promise<AccessCredentialWithSecret> {
  const old = await findCredential(scope, id);
  if (!isRotatable(old))
    throw refuse('IMMUTABLE', { field: 'id', message: 'The API key is already rotated or revoked.' });
  const { ending } = await countValid(scope);
  if (ending >= MAX_VALID) throw tooMany('Revoke one that was rotated first.');
  await expire(scope, old, plus(realNow(), OVERLAP_MS), 'rotate');
  return makeCredential(scope, old.label);
}

/**
 * Revokes a credential at once, also within its overlap.
 * @throws NOT_FOUND; IMMUTABLE when it has expired
 */
export async function revokeCredential(
  scope: WriteScope,
  { id }: { id: string },
): Promise<AccessCredentialSnapshot> {
  const old = await findCredential(scope, id);
  if (!isActive(old.expiresAt))
    throw refuse('IMMUTABLE', { field: 'id', message: 'The API key has already expired.' });
  return view(await expire(scope, old, realNow(), 'revoke'));
}

type Row = typeof accessCredential.$inferSelect;

function view(row: Row): AccessCredentialSnapshot {
  const { id, accessId, label, secretLast4 } = row;
  return {
    id,
    accessId,
    label,
    secretLast4,
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt?.toISOString() ?? null,
    isActive: isActive(row.expiresAt),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

const resource = (id: string) => ({ type: 'accessCredential' as const, id });

const ofScope = (scope: Scope, id: string) =>
  and(eq(accessCredential.providerId, scope.providerId), eq(accessCredential.id, id));

/** Locked, so that of two concurrent rotations the second is refused. */
async function findCredential(scope: WriteScope, id: string): Promise<Row> {
  const [row] = await scope.db.select().from(accessCredential).where(ofScope(scope, id)).for('no key update');
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

async function expire(scope: WriteScope, old: Row, expiresAt: Date, verb: 'rotate' | 'revoke'): Promise<Row> {
  const [row] = await scope.db
    .update(accessCredential)
    .set({ expiresAt, updatedAt: scope.now })
    .where(ofScope(scope, old.id))
    .returning();
  if (!row) throw refuse('NOT_FOUND');
  evictCredential(old.accessId);
  audit(scope, `accessCredential.${verb}`, resource(old.id), {
    expiresAt: { before: old.expiresAt?.toISOString() ?? null, after: expiresAt.toISOString() },
  });
  return row;
}

function isActive(expiresAt: Date | null): boolean {
  return expiresAt === null || expiresAt > realNow();
}

function fromCache(accessId: string): CredentialRecord | undefined {
  const record = cached.get(accessId);
  if (!record || monotonicMs() - record.readAt < CACHE_MS) return record;
  cached.delete(accessId);
  return undefined;
}

function addToCache(accessId: string, record: CredentialRecord): void {
  const now = monotonicMs();
  if ((evictedUntil.get(accessId) ?? 0) > now) return;
  if (cached.size >= MAX_CACHED) {
    const oldest = cached.keys().next();
    if (!oldest.done) cached.delete(oldest.value);
  }
  cached.set(accessId, { ...record, readAt: now });
}

const lookUps = new WeakMap<Db, ReturnType<typeof prepareLookUp>>();

function prepareLookUp(on: Db) {
  return on
    .select({
      credential: accessCredential,
      livemode: provider.livemode,
      clockOffsetMs: provider.clockOffsetMs,
    })
    .from(accessCredential)
    .innerJoin(provider, eq(provider.id, accessCredential.providerId))
    .where(eq(accessCredential.accessId, sql.placeholder('accessId')))
    .prepare('credential_by_access_id');
}

async function readCredential(accessId: string): Promise<CredentialRecord | undefined> {
  const on = db();
  let lookUp = lookUps.get(on);
  if (!lookUp) {
    lookUp = prepareLookUp(on);
    lookUps.set(on, lookUp);
  }
  const [row] = await lookUp.execute({ accessId });
  if (!row) return undefined;
  const { livemode, clockOffsetMs } = row;
  const { id: credentialId, label, providerId, secretHash, expiresAt, lastUsedAt } = row.credential;
  return {
    caller: Object.freeze({ credentialId, accessId, label, providerId, livemode, clockOffsetMs }),
    secretHash: Buffer.from(secretHash, 'hex'),
    expiresAt,
    lastUsedAt,
  };
}

/**
 * Records the use, at most once a minute. The request does not wait for it; a lost record costs a minute of precision.
 */
function recordUse({ caller, lastUsedAt }: CredentialRecord): void {
  const now = realNow();
  const aMinuteAgo = plus(now, -MINUTE_MS);
  if (lastUsedAt && lastUsedAt > aMinuteAgo) return;
  db()
    .update(accessCredential)
    .set({ lastUsedAt: now })
    .where(
      and(
        eq(accessCredential.id, caller.credentialId),
        or(isNull(accessCredential.lastUsedAt), lt(accessCredential.lastUsedAt, aMinuteAgo)),
      ),
    )
    .catch((error: unknown) =>
      log.error({ err: error, credentialId: caller.credentialId }, 'last use not recorded'),
    );
}
