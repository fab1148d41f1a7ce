import { setTimeout as sleep } from 'node:timers/promises';
import { signInThrottle } from '../../auth/sign-in-throttle.ts';
import { monotonicMs } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import { teamOperations } from '../../contract/operations/team.ts';
import type { InvitationWithLink } from '../../contract/portal/team.ts';
import { changeRole, transferOwnership } from '../../domain/staff/change-role.ts';
import { endMemberSessions } from '../../domain/staff/end-member-sessions.ts';
import { invite, resendInvitation, withdrawInvitation } from '../../domain/staff/invite.ts';
import { readTeam } from '../../domain/staff/read-team.ts';
import { removeMember } from '../../domain/staff/remove-member.ts';
import { resetSecondFactor, setSecondFactorRule } from '../../domain/staff/second-factor.ts';
import type { WriteScope } from '../../work/scope.ts';
import { read, write } from '../handlers.ts';
import { logged } from '../logged.ts';
import { routerOf } from '../trpc.ts';

const ruleEvent = ({ isRequired }: { isRequired: boolean }) =>
  isRequired ? 'second_factor.required' : 'second_factor.made_optional';

/** Emails of an account in 15 minutes to one address, and to all, which a new team needs. An owner can invite any address. */
const invitations = signInThrottle(
  { now: monotonicMs, sleep },
  { accountFromAddress: 3, account: 250, address: Number.POSITIVE_INFINITY },
);

/** A verb that sends an invitation, within the limits. Beyond them nothing of it counts. Contract: Team. */
const limited =
  <I>(verb: (scope: WriteScope, input: I) => Promise<InvitationWithLink>) =>
  async (scope: WriteScope, input: I): Promise<InvitationWithLink> => {
    const sent = await verb(scope, input);
    const retryAfter = await invitations.begin(scope.providerId, sent.email);
    if (retryAfter > 0) throw refuse('RATE_LIMITED', { retryAfter });
    return sent;
  };

/** The team of the organisation. Portal only. */
export const teamRouter = routerOf(teamOperations, {
  get: read(readTeam),
  invite: logged('member.invited', write(limited(invite), { secret: true })),
  resendInvitation: logged('member.invitation_resent', write(limited(resendInvitation), { secret: true })),
  withdrawInvitation: logged('member.invitation_withdrawn', write(withdrawInvitation)),
  changeRole: logged('member.role_changed', write(changeRole)),
  remove: logged('member.removed', write(removeMember)),
  endSessions: logged('member.sessions_ended', write(endMemberSessions)),
  transferOwnership: logged('ownership.transferred', write(transferOwnership)),
  requireSecondFactor: logged(ruleEvent, write(setSecondFactorRule)),
  resetSecondFactor: logged('second_factor.reset', write(resetSecondFactor)),
});
