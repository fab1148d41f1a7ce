import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm';
import { organisation, provider } from '../../../drizzle/schema/provider.ts';
import { staffMember, staffUser } from '../../../drizzle/schema/staff.ts';
import { refuse } from '../../contract/errors.ts';
import type { AuditAction, AuditSubjectType } from '../../contract/portal/audit-actions.ts';
import type { Role } from '../../contract/roles.ts';
import type { Tx } from '../../db/client.ts';
import { audit, type Changes } from '../../work/audit.ts';
import { emptyOutbox, type Scope, type WriteScope } from '../../work/scope.ts';
import { flush } from '../../work/write-out.ts';

export type Organisation = { id: string; name: string; requiresSecondFactor: boolean };
export type Member = { id: string; name: string; email: string; role: Role; hasSecondFactor: boolean };

/** The organisation of the scope's provider. */
export async function organisationOf(scope: Scope): Promise<Organisation> {
  const [row] = await scope.db
    .select({
      id: organisation.id,
      name: organisation.name,
      requiresSecondFactor: organisation.requiresSecondFactor,
    })
    .from(organisation)
    .innerJoin(provider, eq(provider.organisationId, organisation.id))
    .where(eq(provider.id, scope.providerId));
  if (!row) throw refuse('NOT_FOUND');
  return row;
}

/** The ids of the organisations of a person. */
export async function organisationsOf(db: Tx, userId: string): Promise<string[]> {
  const rows = await db
    .select({ id: staffMember.organisationId })
    .from(staffMember)
    .where(eq(staffMember.userId, userId))
    .orderBy(asc(staffMember.organisationId));
  return rows.map(({ id }) => id);
}

/**
 * Locks the team of the scope's organisation until the transaction ends. The role in the caller's session may be older
 * than the lock, so it is read again: of two owners who remove each other at the same time, one succeeds.
 * @throws FORBIDDEN when the caller is no owner any more
 */
export async function lockTeam(scope: WriteScope): Promise<Organisation> {
  const found = await organisationOf(scope);
  await scope.db.execute(sql`select from organisation where id = ${found.id} for no key update`);
  const { caller } = scope;
  const own = caller.type === 'staff' ? await memberOrNull(scope, found.id, caller.id) : null;
  if (own?.role !== 'owner') throw refuse('FORBIDDEN', { message: 'Only an owner may change the team.' });
  return found;
}

/** @throws NOT_FOUND for a person outside the organisation, as for an unknown one */
export async function findMember(scope: Scope, organisationId: string, userId: string): Promise<Member> {
  const found = await memberOrNull(scope, organisationId, userId);
  if (!found) throw refuse('NOT_FOUND', { field: 'id' });
  return found;
}

async function memberOrNull(scope: Scope, organisationId: string, userId: string): Promise<Member | null> {
  const [found] = await scope.db
    .select({
      id: staffUser.id,
      name: staffUser.name,
      email: staffUser.email,
      role: staffMember.role,
      hasSecondFactor: staffUser.twoFactorEnabled,
    })
    .from(staffMember)
    .innerJoin(staffUser, eq(staffUser.id, staffMember.userId))
    .where(and(eq(staffMember.organisationId, organisationId), eq(staffMember.userId, userId)));
  return found ?? null;
}

/** Sets the role of a member. The caller holds the lock of the team. */
export async function setRole(
  scope: WriteScope,
  organisationId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await scope.db
    .update(staffMember)
    .set({ role, updatedAt: scope.now })
    .where(and(eq(staffMember.organisationId, organisationId), eq(staffMember.userId, userId)));
}

/**
 * Requires that the organisation still has an owner, after a change under the lock of the team.
 * @throws CONFLICT
 */
export async function requireRemainingOwner(scope: WriteScope, organisationId: string): Promise<void> {
  const [owner] = await scope.db
    .select({ id: staffMember.userId })
    .from(staffMember)
    .where(and(eq(staffMember.organisationId, organisationId), eq(staffMember.role, 'owner')))
    .limit(1);
  if (!owner) {
    throw refuse('CONFLICT', { field: 'id', message: 'An organisation needs at least one owner.' });
  }
}

/**
 * Writes an audit entry to each account of the organisation, sandbox and live, which share the team. Contract: Security
 * log.
 * @param organisationId several, with that of the scope, for a change of a person in all of them
 */
export async function auditInOrganisation(
  scope: WriteScope,
  organisationId: string | string[],
  action: AuditAction,
  subject: { type: AuditSubjectType; id: string },
  changes: Changes,
): Promise<void> {
  audit(scope, action, subject, changes);
  const others = await scope.db
    .select({ id: provider.id, livemode: provider.livemode })
    .from(provider)
    .where(and(inArray(provider.organisationId, [organisationId].flat()), ne(provider.id, scope.providerId)))
    .orderBy(asc(provider.id));
  for (const { id, livemode } of others) {
    const other: WriteScope = { ...scope, providerId: id, livemode, outbox: emptyOutbox() };
    audit(other, action, subject, changes);
    await flush(other);
  }
}
