import { recoveryCodesLeft } from '../../auth/staff.ts';
import { refuse } from '../../contract/errors.ts';
import { profileOperations } from '../../contract/operations/profile.ts';
import {
  endOtherSessions,
  endOwnSession,
  listOwnSessions,
  readProfile,
  renameProfile,
} from '../../domain/staff/profile.ts';
import type { ApiContext } from '../context.ts';
import { read, write } from '../handlers.ts';
import { logged } from '../logged.ts';
import { routerOf } from '../trpc.ts';

/** The session of the request. @throws FORBIDDEN for a program */
function sessionOf({ staff }: ApiContext): { sessionId: string; userId: string } {
  if (!staff) throw refuse('FORBIDDEN');
  return staff;
}

/** The account of the person who is signed in. Portal only. */
export const profileRouter = routerOf(profileOperations, {
  get: async (call) => {
    const own = await read(readProfile)(call);
    const { userId } = sessionOf(call.ctx);
    return { ...own, recoveryCodesLeft: own.hasSecondFactor ? await recoveryCodesLeft(userId) : 0 };
  },
  rename: logged('member.renamed', write(renameProfile)),
  sessions: ({ ctx }) => read(listOwnSessions)({ ctx, input: sessionOf(ctx) }),
  endSession: logged('session.ended', ({ ctx, input }) =>
    write(endOwnSession)({ ctx, input: { ...input, sessionId: sessionOf(ctx).sessionId } }),
  ),
  endOtherSessions: logged('session.ended', ({ ctx }) =>
    write(endOtherSessions)({ ctx, input: sessionOf(ctx) }),
  ),
});
