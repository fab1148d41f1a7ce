import { randomUUID, timingSafeEqual } from 'node:crypto';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { accessCredential, provider } from '../../drizzle/schema/provider.ts';
import { MINUTE_MS, monotonicMs, plus, realNow, SECOND_MS } from '../clock.ts';
import { type Db, db } from '../db/client.ts';
import type { AccountStatus } from '../domain/model/provider/account-status.ts';
import { hashSecret } from '../domain/partner/credential.ts';
import { log } from '../log.ts';
import { firstWithinMinutes, recordSecurityEvent } from './record-security-event.ts';

/** The account and caller of an authenticated request. It is frozen, because the requests of a second share it. */
export type AuthenticatedCredential = {
  readonly credentialId: string;
  readonly accessId: string;
  readonly label: string;
  readonly providerId: string;
  readonly livemode: boolean;
  readonly status: AccountStatus;
  /** How far the test clock is ahead of real time, in ms; 0 for a live account. */
  readonly clockOffsetMs: number;
};

/** How long a verified row is cached. A revocation by another process takes effect within this time. */
const CACHE_MS = SECOND_MS;
/** How long an evicted credential is not cached: longer than the transaction that changes it. */
const EVICTED_MS = 10 * SECOND_MS;
const MAX_CACHED = 10_000;
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
  if (!isUnexpired(record.expiresAt)) {
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
const firstUse = firstWithinMinutes(1);

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

/** Whether a credential that ends at an instant, or never, is valid by real time. */
export function isUnexpired(expiresAt: Date | null): boolean {
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
      status: provider.status,
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
  const { livemode, status, clockOffsetMs } = row;
  const { id: credentialId, label, providerId, secretHash, expiresAt, lastUsedAt } = row.credential;
  return {
    caller: Object.freeze({ credentialId, accessId, label, providerId, livemode, status, clockOffsetMs }),
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
