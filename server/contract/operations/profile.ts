import { z } from 'zod';
import { portalRead, portalWrite } from '../operation.ts';
import { ownSession, ownSessionId, profile, profileRename } from '../portal/profile.ts';
import { nothing } from '../primitives.ts';

export const profileOperations = {
  get: portalRead({ permission: 'read', input: nothing, output: profile }),
  rename: portalWrite({ permission: 'read', input: profileRename, output: profileRename }),
  sessions: portalRead({ permission: 'read', input: nothing, output: z.array(ownSession) }),
  endSession: portalWrite({ permission: 'read', input: ownSessionId, output: z.object({ id: z.string() }) }),
  endOtherSessions: portalWrite({
    permission: 'read',
    input: nothing,
    output: z.object({ ended: z.int() }),
  }),
};
