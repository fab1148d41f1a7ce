import { and, eq, inArray } from 'drizzle-orm';
import type { z } from 'zod';
import { provider } from '../../../drizzle/schema/provider.ts';
import { staffMember, staffSession } from '../../../drizzle/schema/staff.ts';
import type { memberId } from '../../contract/portal/team.ts';
import type { WriteScope } from '../../work/scope.ts';
import { auditInOrganisation, findMember, lockTeam, requireRemainingOwner } from './organisation.ts';

/**
 * Removes a member from the organisation, at once in every session. What is pending for the
 * person ends, and the sessions of a person without another organisation do. Contract: Team.
 * @throws FORBIDDEN; NOT_FOUND; CONFLICT for the last owner
 */
export async function removeMember(
  scope: WriteScope,
  { id }: z.output<typeof memberId>,
): Promise<{ id: string }> {
  const organisation = await lockTeam(scope);
  const { role, email } = await findMember(scope, organisation.id, id);
  await scope.db
    .delete(staffMember)
    .where(and(eq(staffMember.organisationId, organisation.id), eq(staffMember.userId, id)));
  await requireRemainingOwner(scope, organisation.id);
  const accounts = scope.db
    .select({ id: provider.id })
    .from(provider)
    .where(eq(provider.organisationId, organisation.id));
  await scope.db
    .update(staffSession)
    .set({ activeProviderId: null })
    .where(and(eq(staffSession.userId, id), inArray(staffSession.activeProviderId, accounts)));
  await auditInOrganisation(
    scope,
    organisation.id,
    'member.removed',
    { type: 'staffUser', id },
    { email: { before: email, after: null }, role: { before: role, after: null } },
  );
  return { id };
}
