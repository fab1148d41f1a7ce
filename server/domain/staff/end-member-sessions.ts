import { and, eq, like } from 'drizzle-orm';
import type { z } from 'zod';
import { staffSession, staffVerification } from '../../../drizzle/schema/staff.ts';
import { refuse } from '../../contract/errors.ts';
import type { memberId } from '../../contract/portal/team.ts';
import type { WriteScope } from '../../work/scope.ts';
import { requireStaff } from '../model/staff-caller.ts';
import { auditInOrganisation, findMember, lockTeam } from './organisation.ts';
import { WAITING_SIGN_IN } from './waiting-sign-in.ts';

/**
 * Ends all sessions of a member, in each organisation of the person, and the sign-ins that wait for a code. The person can sign in
 * again. Contract: Team.
 * @throws FORBIDDEN; NOT_FOUND; CONFLICT for the caller
 */
export async function endMemberSessions(
  scope: WriteScope,
  { id }: z.output<typeof memberId>,
): Promise<{ ended: number }> {
  const organisation = await lockTeam(scope);
  await findMember(scope, organisation.id, id);
  if (requireStaff(scope).id === id) {
    throw refuse('CONFLICT', { field: 'id', message: 'End your own sessions in your profile.' });
  }
  await scope.db
    .delete(staffVerification)
    .where(and(eq(staffVerification.value, id), like(staffVerification.identifier, `${WAITING_SIGN_IN}%`)));
  const { length: ended } = await scope.db
    .delete(staffSession)
    .where(eq(staffSession.userId, id))
    .returning({ id: staffSession.id });
  await auditInOrganisation(
    scope,
    organisation.id,
    'member.sessions_ended',
    { type: 'staffUser', id },
    { sessions: { before: ended, after: 0 } },
  );
  return { ended };
}
