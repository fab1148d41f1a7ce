import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { Refusal } from '../contract/errors.ts';
import { personName } from '../contract/person-name.ts';
import { acceptInvitation, type Joiner, openInvitation } from '../domain/staff/accept-invitation.ts';
import { securityEvent } from '../security-log.ts';
import { ADDRESS_HEADER, CORRELATION_HEADER } from './request-headers.ts';
import { requireStrongPassword } from './require-strong-password.ts';

export const ACCEPT_INVITATION = '/accept-invitation';

const body = z.object({
  token: z.string().max(200),
  /** Of a new person; of a person with an account, another name than the present one. */
  name: z.string().max(1_000).optional(),
  password: z.string().max(1_000).optional(),
});

const refused = (code: string, message: string) => new APIError('BAD_REQUEST', { code, message });

/** @throws APIError with a sentence for the person */
function checkedName(typed: string): string {
  const { data, error } = personName.safeParse(typed);
  if (data === undefined) throw refused('INVALID_NAME', error?.issues[0]?.message ?? 'Enter your name.');
  return data;
}

/** @throws APIError for a name that another of the organisation has */
function refuseName(error: unknown): never {
  if (!(error instanceof Refusal) || error.body.rejectionReasons[0]?.field !== 'name') throw error;
  const [{ message }] = error.body.rejectionReasons;
  throw new APIError('CONFLICT', { code: 'NAME_TAKEN', message });
}

/**
 * Adds the acceptance of an invitation to better-auth, so that it has the checks of sign-in and can start a session. A new
 * person chooses a name and a password, and is signed in. A person with an account has to be signed in. Contract: Team.
 */
export function invitationPlugin() {
  return {
    id: 'demarc-invitations',
    endpoints: {
      acceptInvitation: createAuthEndpoint(ACCEPT_INVITATION, { method: 'POST', body }, async (ctx) => {
        const { token, password } = ctx.body;
        const invitation = await openInvitation(token);
        if (!invitation) throw refused('INVITATION_GONE', 'The invitation no longer works.');
        const { email, hasAccount } = invitation;
        const { name: typed } = ctx.body;
        let joiner: Joiner;
        if (hasAccount) {
          const session = await getSessionFromCtx(ctx);
          if (session?.user.email !== email) {
            const message = `Sign in as ${email} to join.`;
            throw new APIError('UNAUTHORIZED', { code: 'SIGN_IN_TO_JOIN', message });
          }
          const { id: userId, name } = session.user;
          joiner = { userId, name, newName: checkedName(typed ?? name) };
        } else {
          if (!typed || !password) throw refused('REQUIRED', 'Enter your name and a password.');
          const name = checkedName(typed);
          await requireStrongPassword(password, [email, name]);
          joiner = { name, passwordHash: await ctx.context.password.hash(password) };
        }
        const correlationId = ctx.headers?.get(CORRELATION_HEADER) ?? '';
        const joined = await acceptInvitation({ token, correlationId }, joiner).catch(refuseName);
        if (!joined) throw refused('INVITATION_GONE', 'The invitation no longer works.');
        securityEvent({
          event: 'member.joined',
          outcome: 'success',
          account: email,
          address: ctx.headers?.get(ADDRESS_HEADER) ?? undefined,
          correlationId,
          providerId: joined.providerId,
        });
        if (!hasAccount) {
          const session = await ctx.context.internalAdapter.createSession(joined.userId);
          const user = await ctx.context.internalAdapter.findUserById(joined.userId);
          if (user) await setSessionCookie(ctx, { session, user });
        }
        return ctx.json({ email });
      }),
    },
  } satisfies BetterAuthPlugin;
}
