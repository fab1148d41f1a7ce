import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { organisation as organisationTable } from '../../../drizzle/schema/provider.ts';
import { staffMember, staffTwoFactor, staffUser } from '../../../drizzle/schema/staff.ts';
import { realNow } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import type { MemberSnapshot, memberId, secondFactorRule } from '../../contract/portal/team.ts';
import type { WriteScope } from '../../work/scope.ts';
import { requireStaff } from '../model/staff-caller.ts';
import { auditInOrganisation, findMember, lockTeam } from './organisation.ts';
import { readMember } from './read-team.ts';

/**
 * Sets whether the staff of the organisation need a second factor. It applies to the next request of each session.
 * Contract: Second factor.
 * @throws FORBIDDEN; CONFLICT for an owner who has none
 */
export async function setSecondFactorRule(
  scope: WriteScope,
  { isRequired }: z.output<typeof secondFactorRule>,
): Promise<{ isRequired: boolean }> {
  const organisation = await lockTeam(scope);
  const { id, requiresSecondFactor } = organisation;
  if (requiresSecondFactor === isRequired) return { isRequired };
  const owner = await findMember(scope, id, requireStaff(scope).id);
  if (isRequired && !owner.hasSecondFactor) {
    throw refuse('CONFLICT', { message: 'Turn on your own second factor first.' });
  }
  await scope.db
    .update(organisationTable)
    .set({ requiresSecondFactor: isRequired })
    .where(eq(organisationTable.id, id));
  await auditInOrganisation(
    scope,
    id,
    isRequired ? 'second_factor.required' : 'second_factor.made_optional',
    { type: 'organisation', id },
    {},
  );
  return { isRequired };
}

/**
 * Deletes the second factor of a member who lost it, and ends all sessions of the member. Contract: Second factor.
 * @throws FORBIDDEN; NOT_FOUND; CONFLICT for the caller, for a member without a second factor, and for a member of another
 *   organisation, which the second factor protects as well
 */
export async function resetSecondFactor(
  scope: WriteScope,
  { id }: z.output<typeof memberId>,
): Promise<MemberSnapshot> {
  const organisation = await lockTeam(scope);
  const { name, hasSecondFactor } = await findMember(scope, organisation.id, id);
  const conflict = (message: string) => refuse('CONFLICT', { field: 'id', message });
  if (requireStaff(scope).id === id) {
    throw conflict('Turn your own second factor off in your profile.');
  }
  if (!hasSecondFactor) throw conflict(`${name} has no second factor.`);
  const [elsewhere] = await scope.db
    .select({ organisationId: staffMember.organisationId })
    .from(staffMember)
    .where(and(eq(staffMember.userId, id), ne(staffMember.organisationId, organisation.id)))
    .limit(1);
  if (elsewhere) {
    throw conflict(`${name} also works for another organisation, which this second factor protects.`);
  }
  await scope.db.delete(staffTwoFactor).where(eq(staffTwoFactor.userId, id));
  await scope.db
    .update(staffUser)
    .set({ twoFactorEnabled: false, updatedAt: realNow() })
    .where(eq(staffUser.id, id));
  await auditInOrganisation(scope, organisation.id, 'second_factor.reset', { type: 'staffUser', id }, {});
  return readMember(scope, id);
}
