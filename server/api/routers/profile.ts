import { z } from 'zod';
import { recoveryCodesLeft } from '../../auth/staff.ts';
import { refuse } from '../../contract/errors.ts';
import { ownSession, ownSessionId, profile, profileRename } from '../../contract/profile.ts';
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
import { procedure, router } from '../trpc.ts';

/** The session of the request. @throws FORBIDDEN for a program */
function sessionOf({ staff }: ApiContext): { sessionId: string; userId: string } {
  if (!staff) throw refuse('FORBIDDEN');
  return staff;
}

/** The account of the person who is signed in. Portal only. */
export const profileRouter = router({
  get: procedure('read')
    .input(z.strictObject({}))
    .output(profile)
    .query(async (call) => {
      const own = await read(readProfile)(call);
      const { userId } = sessionOf(call.ctx);
      return { ...own, recoveryCodesLeft: own.hasSecondFactor ? await recoveryCodesLeft(userId) : 0 };
    }),
  rename: procedure('read')
    .input(profileRename)
    .output(profileRename)
    .mutation(logged('member.renamed', write(renameProfile))),
  sessions: procedure('read')
    .input(z.strictObject({}))
    .output(z.array(ownSession))
    .query(({ ctx }) => read(listOwnSessions)({ ctx, input: sessionOf(ctx) })),
  endSession: procedure('read')
    .input(ownSessionId)
    .output(z.object({ id: z.string() }))
    .mutation(
      logged('session.ended', ({ ctx, input }) =>
        write(endOwnSession)({ ctx, input: { ...input, sessionId: sessionOf(ctx).sessionId } }),
      ),
    ),
  endOtherSessions: procedure('read')
    .input(z.strictObject({}))
    .output(z.object({ ended: z.int() }))
    .mutation(logged('session.ended', ({ ctx }) => write(endOtherSessions)({ ctx, input: sessionOf(ctx) }))),
});
