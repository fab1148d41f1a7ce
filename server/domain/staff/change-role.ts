import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { MemberSnapshot, memberRole, ownershipTransfer } from '../../contract/portal/team.ts';
import type { WriteScope } from '../../work/scope.ts';
import { auditInOrganisation, findMember, lockTeam, requireRemainingOwner, setRole } from './organisation.ts';
import { readMember } from './read-team.ts';

/**
 * Changes the role of a member. It applies to the next request of each of the person's sessions. Contract: Team.
 * @throws FORBIDDEN; NOT_FOUND; CONFLICT for the last owner
 */
export async function changeRole(
  scope: WriteScope,
  { id, role }: z.output<typeof memberRole>,
): Promise<MemberSnapshot> {
  const organisation = await lockTeam(scope);
  const before = await findMember(scope, organisation.id, id);
  if (before.role !== role) {
    await setRole(scope, organisation.id, id, role);
    await requireRemainingOwner(scope, organisation.id);
    await auditInOrganisation(
      scope,
      organisation.id,
      'member.role_changed',
      { type: 'staffUser', id },
      { role: { before: before.role, after: role } },
    );
  }
  return readMember(scope, id);
}

/**
 * Makes another member the owner, and the caller an admin. Contract: Team.
 * @throws FORBIDDEN; NOT_FOUND; CONFIRMATION_MISMATCH unless `confirm` is the member's email address; CONFLICT for the
 *   caller
 */
export async function transferOwnership(
  scope: WriteScope,
  { id, confirm }: z.output<typeof ownershipTransfer>,
): Promise<MemberSnapshot> {
  const organisation = await lockTeam(scope);
  const next = await findMember(scope, organisation.id, id);
  if (confirm.trim().toLowerCase() !== next.email) {
    throw refuse('CONFIRMATION_MISMATCH', {
      message: 'The confirmation does not match the email address of the member.',
    });
  }
  const { caller } = scope;
  const from = caller.type === 'staff' ? caller.id : '';
  if (from === id) throw refuse('CONFLICT', { field: 'id', message: 'You are an owner already.' });
  await setRole(scope, organisation.id, id, 'owner');
  await setRole(scope, organisation.id, from, 'admin');
  await auditInOrganisation(
    scope,
    organisation.id,
    'ownership.transferred',
    { type: 'staffUser', id },
    { owner: { before: from, after: id }, role: { before: next.role, after: 'owner' } },
  );
  return readMember(scope, id);
}
