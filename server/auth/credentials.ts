import { and, desc, eq, isNull, lte, not, or, type SQL } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import { accessCredential, provider } from '../../drizzle/schema/provider.ts';
import { HOUR_MS, plus, realNow } from '../clock.ts';
import { refuse } from '../contract/errors.ts';
import type {
  AccessCredentialSnapshot,
  AccessCredentialWithSecret,
} from '../contract/portal/access-credential.ts';
import { isRotatable } from '../contract/portal/access-credential-rules.ts';
import { issueCredential } from '../domain/partner/credential.ts';
import { audit } from '../work/audit.ts';
import type { Scope, WriteScope } from '../work/scope.ts';
import { evictCredential, isUnexpired } from './authenticate.ts';

/** How long a rotated secret stays valid. Contract: Accounts. */
const OVERLAP_MS = 24 * HOUR_MS;

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
 * @throws CONFLICT when 20 are valid, or the account is closed
 */
export async function createCredential(
  scope: WriteScope,
  { label }: { label: string },
): Promise<AccessCredentialWithSecret> {
  const { valid, status } = await countValid(scope);
  if (status === 'CLOSED') throw refuse('CONFLICT', { message: 'The account is closed.' });
  if (valid >= MAX_VALID) throw tooMany('Revoke one first.');
  return makeCredential(scope, label);
}

/** Counts under a lock of the account, so that of concurrent creations none exceeds the limit. */
async function countValid(scope: WriteScope) {
  const [account] = await scope.db
    .select({ status: provider.status })
    .from(provider)
    .where(eq(provider.id, scope.providerId))
    .for('no key update');
  const rows = await scope.db
    .select({ expiresAt: accessCredential.expiresAt })
    .from(accessCredential)
    .where(eq(accessCredential.providerId, scope.providerId));
  const valid = rows.filter(({ expiresAt }) => isUnexpired(expiresAt));
  const ending = valid.filter(({ expiresAt }) => expiresAt !== null);
  return { valid: valid.length, ending: ending.length, status: account?.status };
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
  if (!isUnexpired(old.expiresAt))
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
    isActive: isUnexpired(row.expiresAt),
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
