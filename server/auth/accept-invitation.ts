import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { z } from 'zod';
import { text } from '../contract/primitives.ts';
import { acceptInvitation, type Joiner, openInvitation } from '../domain/staff/accept-invitation.ts';
import { securityEvent } from '../security-log.ts';
import { ADDRESS_HEADER, CORRELATION_HEADER } from './request-headers.ts';
import { requireStrongPassword } from './require-strong-password.ts';

export const ACCEPT_INVITATION = '/accept-invitation';

const body = z.object({
  token: z.string().max(200),
  /** Absent for a person with an account. */
  name: text(1, 100).optional(),
  password: z.string().max(1_000).optional(),
});

const refused = (code: string, message: string) => new APIError('BAD_REQUEST', { code, message });

/**
 * Adds the acceptance of an invitation to better-auth, so that it has the checks of sign-in and can start a session. A new
 * person chooses a name and a password, and is signed in. A person with an account has to be signed in. Contract: Team.
 */
export function invitationPlugin() {
  return {
    id: 'demarc-invitations',
    endpoints: {
      acceptInvitation: createAuthEndpoint(ACCEPT_INVITATION, { method: 'POST', body }, async (ctx) => {
        const { token, name, password } = ctx.body;
        const invitation = await openInvitation(token);
        if (!invitation) throw refused('INVITATION_GONE', 'The invitation no longer works.');
        const { email, hasAccount } = invitation;
        let joiner: Joiner;
        if (hasAccount) {
          const session = await getSessionFromCtx(ctx);
          if (session?.user.email !== email) {
            const message = `Sign in as ${email} to join.`;
            throw new APIError('UNAUTHORIZED', { code: 'SIGN_IN_TO_JOIN', message });
          }
          joiner = { userId: session.user.id, name: session.user.name };
        } else {
          if (!name || !password) throw refused('REQUIRED', 'Enter your name and a password.');
          await requireStrongPassword(password, [email, name]);
          joiner = { name, passwordHash: await ctx.context.password.hash(password) };
        }
        const correlationId = ctx.headers?.get(CORRELATION_HEADER) ?? '';
        const joined = await acceptInvitation({ token, correlationId }, joiner);
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
