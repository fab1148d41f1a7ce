import { z } from 'zod';
import type { SecurityEventName } from '../../contract/security-events.ts';
import {
  invitationCreate,
  invitationId,
  invitationSnapshot,
  invitationWithLink,
  memberId,
  memberRole,
  memberSnapshot,
  ownershipTransfer,
  team,
} from '../../contract/team.ts';
import { changeRole, transferOwnership } from '../../domain/staff/change-role.ts';
import { invite, resendInvitation, withdrawInvitation } from '../../domain/staff/invite.ts';
import { readTeam } from '../../domain/staff/read-team.ts';
import { removeMember } from '../../domain/staff/remove-member.ts';
import { securityEvent } from '../../security-log.ts';
import type { ApiContext } from '../context.ts';
import { read, write } from '../handlers.ts';
import { procedure, router } from '../trpc.ts';

type Call<I> = { ctx: ApiContext; input: I };

/**
 * Adds a line of the security log to a change, once it is committed. The change writes the audit entries itself. Contract:
 * Security log.
 */
export function logged<I extends object, O>(
  event: SecurityEventName,
  change: (call: Call<I>) => Promise<O>,
): (call: Call<I>) => Promise<O> {
  return async (call) => {
    const answer = await change(call);
    const { dryRun, staff, address, correlationId, providerId } = call.ctx;
    if (!dryRun) {
      const details = 'id' in call.input ? { subject: call.input.id } : {};
      const account = staff?.email;
      securityEvent({ event, outcome: 'success', account, address, correlationId, providerId, details });
    }
    return answer;
  };
}

/** The team of the organisation. Portal only. */
export const teamRouter = router({
  get: procedure('read').input(z.strictObject({})).output(team).query(read(readTeam)),
  invite: procedure('staff:write')
    .input(invitationCreate)
    .output(invitationWithLink)
    .mutation(logged('member.invited', write(invite, { secret: true }))),
  resendInvitation: procedure('staff:write')
    .input(invitationId)
    .output(invitationWithLink)
    .mutation(logged('member.invitation_resent', write(resendInvitation, { secret: true }))),
  withdrawInvitation: procedure('staff:write')
    .input(invitationId)
    .output(invitationSnapshot)
    .mutation(logged('member.invitation_withdrawn', write(withdrawInvitation))),
  changeRole: procedure('staff:write')
    .input(memberRole)
    .output(memberSnapshot)
    .mutation(logged('member.role_changed', write(changeRole))),
  remove: procedure('staff:write')
    .input(memberId)
    .output(z.object({ id: z.string() }))
    .mutation(logged('member.removed', write(removeMember))),
  transferOwnership: procedure('staff:write')
    .input(ownershipTransfer)
    .output(memberSnapshot)
    .mutation(logged('ownership.transferred', write(transferOwnership))),
});
