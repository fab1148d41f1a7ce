import { z } from 'zod';
import { portalRead, portalWrite } from '../operation.ts';
import { ownSession, ownSessionId, profile, profileRename } from '../portal/profile.ts';
import { nothing } from '../primitives.ts';

export const profileOperations = {
  get: portalRead({ permission: 'own', input: nothing, output: profile }),
  rename: portalWrite({ permission: 'own', input: profileRename, output: profileRename }),
  sessions: portalRead({ permission: 'own', input: nothing, output: z.array(ownSession) }),
  endSession: portalWrite({ permission: 'own', input: ownSessionId, output: z.object({ id: z.string() }) }),
  endOtherSessions: portalWrite({
    permission: 'own',
    input: nothing,
    output: z.object({ ended: z.int() }),
  }),
};
