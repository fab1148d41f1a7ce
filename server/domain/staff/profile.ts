import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { organisation } from '../../../drizzle/schema/provider.ts';
import { staffMember, staffSession, staffUser } from '../../../drizzle/schema/staff.ts';
import { realNow } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import {
  type OwnSession,
  ownSession,
  type ownSessionId,
  type Profile,
  type profileRename,
} from '../../contract/portal/profile.ts';
import type { Scope, WriteScope } from '../../work/scope.ts';
import { requireStaff } from '../model/staff-caller.ts';
import { deviceName } from './device-name.ts';
import { auditInOrganisation, organisationOf, organisationsOf } from './organisation.ts';
import { requireOwnName } from './own-name.ts';

/** What the session of a request adds to its input. */
type OfSession = { sessionId: string };

/** The account of the caller. Contract: Accounts. */
export async function readProfile(scope: Scope): Promise<Omit<Profile, 'recoveryCodesLeft'>> {
  const [user] = await scope.db
    .select({ name: staffUser.name, email: staffUser.email, hasSecondFactor: staffUser.twoFactorEnabled })
    .from(staffUser)
    .where(eq(staffUser.id, requireStaff(scope).id));
  if (!user) throw refuse('NOT_FOUND');
  const [rule] = await scope.db
    .select({ id: organisation.id })
    .from(staffMember)
    .innerJoin(organisation, eq(organisation.id, staffMember.organisationId))
    .where(and(eq(staffMember.userId, requireStaff(scope).id), eq(organisation.requiresSecondFactor, true)))
    .limit(1);
  return { ...user, requiresSecondFactor: rule !== undefined };
}

/**
 * Changes the name of the caller in all organisations. Contract: Accounts, Team.
 * @throws CONFLICT for a name that looks like that of another member, a key or an integration of one of them
 */
export async function renameProfile(
  scope: WriteScope,
  { name }: z.output<typeof profileRename>,
): Promise<{ name: string }> {
  const id = requireStaff(scope).id;
  const { name: before, email } = await readProfile(scope);
  if (before === name) return { name };
  const organisations = await organisationsOf(scope.db, id);
  await requireOwnName(scope.db, { id, name, email }, organisations);
  await scope.db.update(staffUser).set({ name, updatedAt: realNow() }).where(eq(staffUser.id, id));
  await auditInOrganisation(
    scope,
    organisations,
    'member.renamed',
    { type: 'staffUser', id },
    { name: { before, after: name } },
  );
  return { name };
}

/** The most sessions in a list, which has no pages. A sign-in with the right password has no limit. */
const MAX_SESSIONS = 100;

/** The sessions of the caller that have not ended, the last used first, at most 100. Contract: Accounts. */
export async function listOwnSessions(scope: Scope, { sessionId }: OfSession): Promise<OwnSession[]> {
  const rows = await scope.db
    .select()
    .from(staffSession)
    .where(and(eq(staffSession.userId, requireStaff(scope).id), gt(staffSession.expiresAt, realNow())))
    .orderBy(desc(staffSession.updatedAt), desc(staffSession.id))
    .limit(MAX_SESSIONS);
  return rows.map(({ id, userAgent, ipAddress, createdAt, updatedAt }) =>
    ownSession.parse({
      id,
      device: deviceName(userAgent),
      address: ipAddress,
      signedInAt: createdAt.toISOString(),
      lastSeenAt: updatedAt.toISOString(),
      isCurrent: id === sessionId,
    }),
  );
}

/**
 * Ends a session of the caller. Contract: Accounts.
 * @throws NOT_FOUND, also for a session of another person; CONFLICT for the session of the request
 */
export async function endOwnSession(
  scope: WriteScope,
  { id, sessionId }: z.output<typeof ownSessionId> & OfSession,
): Promise<{ id: string }> {
  if (id === sessionId) throw refuse('CONFLICT', { field: 'id', message: 'Sign out to end this session.' });
  const [ended] = await scope.db
    .delete(staffSession)
    .where(and(eq(staffSession.userId, requireStaff(scope).id), eq(staffSession.id, id)))
    .returning();
  if (!ended) throw refuse('NOT_FOUND', { field: 'id' });
  await auditOwn(scope, 'session.ended', {
    device: { before: deviceName(ended.userAgent), after: null },
  });
  return { id };
}

/** Ends all sessions of the caller but that of the request. Contract: Accounts. */
export async function endOtherSessions(
  scope: WriteScope,
  { sessionId }: OfSession,
): Promise<{ ended: number }> {
  const { length: ended } = await scope.db
    .delete(staffSession)
    .where(and(eq(staffSession.userId, requireStaff(scope).id), ne(staffSession.id, sessionId)))
    .returning({ id: staffSession.id });
  if (ended > 0) await auditOwn(scope, 'session.ended', { sessions: { before: ended + 1, after: 1 } });
  return { ended };
}

async function auditOwn(
  scope: WriteScope,
  action: Parameters<typeof auditInOrganisation>[2],
  changes: Parameters<typeof auditInOrganisation>[4],
): Promise<void> {
  const { id } = await organisationOf(scope);
  await auditInOrganisation(scope, id, action, { type: 'staffUser', id: requireStaff(scope).id }, changes);
}
