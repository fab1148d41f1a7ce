import { z } from 'zod';
import {
  invitationCreate,
  invitationId,
  invitationSnapshot,
  invitationWithLink,
  memberId,
  memberRole,
  memberSnapshot,
  ownershipTransfer,
  secondFactorRule,
  team,
} from '../../contract/team.ts';
import { changeRole, transferOwnership } from '../../domain/staff/change-role.ts';
import { endMemberSessions } from '../../domain/staff/end-member-sessions.ts';
import { invite, resendInvitation, withdrawInvitation } from '../../domain/staff/invite.ts';
import { readTeam } from '../../domain/staff/read-team.ts';
import { removeMember } from '../../domain/staff/remove-member.ts';
import { resetSecondFactor, setSecondFactorRule } from '../../domain/staff/second-factor.ts';
import { read, write } from '../handlers.ts';
import { logged } from '../logged.ts';
import { procedure, router } from '../trpc.ts';

const ruleEvent = ({ isRequired }: { isRequired: boolean }) =>
  isRequired ? 'second_factor.required' : 'second_factor.made_optional';

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
  endSessions: procedure('staff:write')
    .input(memberId)
    .output(z.object({ ended: z.int() }))
    .mutation(logged('member.sessions_ended', write(endMemberSessions))),
  transferOwnership: procedure('staff:write')
    .input(ownershipTransfer)
    .output(memberSnapshot)
    .mutation(logged('ownership.transferred', write(transferOwnership))),
  requireSecondFactor: procedure('staff:write')
    .input(secondFactorRule)
    .output(secondFactorRule)
    .mutation(logged(ruleEvent, write(setSecondFactorRule))),
  resetSecondFactor: procedure('staff:write')
    .input(memberId)
    .output(memberSnapshot)
    .mutation(logged('second_factor.reset', write(resetSecondFactor))),
});
