import { asc, eq, sql } from 'drizzle-orm';
import { staffInvitation, staffMember, staffUser } from '../../../drizzle/schema/staff.ts';
import { refuse } from '../../contract/errors.ts';
import { type MemberSnapshot, type Team, team } from '../../contract/portal/team.ts';
import { roles } from '../../contract/roles.ts';
import type { Scope } from '../../work/scope.ts';
import { viewInvitation } from './invite.ts';
import { organisationOf } from './organisation.ts';

/**
 * The members and the open invitations of the scope's organisation, and its rule about second factors. Owners come first.
 * Contract: Team.
 */
export async function readTeam(scope: Scope): Promise<Team> {
  const { id, requiresSecondFactor } = await organisationOf(scope);
  const byRole = sql`array_position(${sql.raw(`array['${roles.join("','")}']`)}, ${staffMember.role})`;
  const members = await scope.db
    .select({
      id: staffUser.id,
      name: staffUser.name,
      email: staffUser.email,
      role: staffMember.role,
      joinedAt: staffMember.createdAt,
      lastSignInAt: staffUser.lastSignInAt,
      hasSecondFactor: staffUser.twoFactorEnabled,
    })
    .from(staffMember)
    .innerJoin(staffUser, eq(staffUser.id, staffMember.userId))
    .where(eq(staffMember.organisationId, id))
    .orderBy(byRole, asc(staffUser.name), asc(staffUser.id));
  const invitations = await scope.db
    .select()
    .from(staffInvitation)
    .where(eq(staffInvitation.organisationId, id))
    .orderBy(asc(staffInvitation.createdAt), asc(staffInvitation.id));
  return team.parse({
    members: members.map((member) => ({
      ...member,
      joinedAt: member.joinedAt.toISOString(),
      lastSignInAt: member.lastSignInAt?.toISOString() ?? null,
    })),
    invitations: invitations.map(viewInvitation),
    requiresSecondFactor,
  });
}

/** A member as the team page shows it. @throws NOT_FOUND */
export async function readMember(scope: Scope, id: string): Promise<MemberSnapshot> {
  const found = (await readTeam(scope)).members.find((member) => member.id === id);
  if (!found) throw refuse('NOT_FOUND', { field: 'id' });
  return found;
}
