import { z } from 'zod';
import { portalRead, portalWrite } from '../operation.ts';
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
} from '../portal/team.ts';
import { nothing } from '../primitives.ts';

export const teamOperations = {
  get: portalRead({ permission: 'read', input: nothing, output: team }),
  invite: portalWrite({ permission: 'staff:write', input: invitationCreate, output: invitationWithLink }),
  resendInvitation: portalWrite({
    permission: 'staff:write',
    input: invitationId,
    output: invitationWithLink,
  }),
  withdrawInvitation: portalWrite({
    permission: 'staff:write',
    input: invitationId,
    output: invitationSnapshot,
  }),
  changeRole: portalWrite({ permission: 'staff:write', input: memberRole, output: memberSnapshot }),
  remove: portalWrite({ permission: 'staff:write', input: memberId, output: z.object({ id: z.string() }) }),
  endSessions: portalWrite({
    permission: 'staff:write',
    input: memberId,
    output: z.object({ ended: z.int() }),
  }),
  transferOwnership: portalWrite({
    permission: 'staff:write',
    input: ownershipTransfer,
    output: memberSnapshot,
  }),
  requireSecondFactor: portalWrite({
    permission: 'staff:write',
    input: secondFactorRule,
    output: secondFactorRule,
  }),
  resetSecondFactor: portalWrite({ permission: 'staff:write', input: memberId, output: memberSnapshot }),
};
