import { teamOperations } from '../../contract/operations/team.ts';
import { changeRole, transferOwnership } from '../../domain/staff/change-role.ts';
import { endMemberSessions } from '../../domain/staff/end-member-sessions.ts';
import { invite, resendInvitation, withdrawInvitation } from '../../domain/staff/invite.ts';
import { readTeam } from '../../domain/staff/read-team.ts';
import { removeMember } from '../../domain/staff/remove-member.ts';
import { resetSecondFactor, setSecondFactorRule } from '../../domain/staff/second-factor.ts';
import { read, write } from '../handlers.ts';
import { logged } from '../logged.ts';
import { routerOf } from '../trpc.ts';

const ruleEvent = ({ isRequired }: { isRequired: boolean }) =>
  isRequired ? 'second_factor.required' : 'second_factor.made_optional';

/** The team of the organisation. Portal only. */
export const teamRouter = routerOf(teamOperations, {
  get: read(readTeam),
  invite: logged('member.invited', write(invite, { secret: true })),
  resendInvitation: logged('member.invitation_resent', write(resendInvitation, { secret: true })),
  withdrawInvitation: logged('member.invitation_withdrawn', write(withdrawInvitation)),
  changeRole: logged('member.role_changed', write(changeRole)),
  remove: logged('member.removed', write(removeMember)),
  endSessions: logged('member.sessions_ended', write(endMemberSessions)),
  transferOwnership: logged('ownership.transferred', write(transferOwnership)),
  requireSecondFactor: logged(ruleEvent, write(setSecondFactorRule)),
  resetSecondFactor: logged('second_factor.reset', write(resetSecondFactor)),
});
