import type { getSessionFromCtx } from 'better-auth/api';
import { and, eq, like, lt, not, or } from 'drizzle-orm';
import { staffVerification } from '../../drizzle/schema/staff.ts';
import { HOUR_MS, plus, realNow } from '../clock.ts';
import type { Db } from '../db/client.ts';
import { newLinkToken } from '../domain/model/link-token.ts';
import { sendAccessEmail } from '../domain/staff/send-access-email.ts';
import { WAITING_SIGN_IN } from '../domain/staff/waiting-sign-in.ts';
import { CORRELATION_HEADER } from './request-headers.ts';
import { hasSameCredentials } from './session-race.ts';

type AuthContext = Parameters<typeof getSessionFromCtx>[0];

/** The beginning of the identifier of better-auth's reset tokens, which are stored as hashes. */
export const RESET_TOKEN = 'reset-password:';

/** How long the link of a password reset works, in ms of real time. Contract: Accounts. */
const RESET_MS = HOUR_MS;

/**
 * Sends a link for a new password, and ends the link sent before. An address without an account gets nothing, nor has a person
 * whose credentials changed since the request. Contract: Accounts.
 * @param email in lower case
 */
export async function sendPasswordReset(
  ctx: AuthContext,
  { db, publicUrl, email }: { db: Db; publicUrl: string; email: string },
): Promise<void> {
  const { internalAdapter } = ctx.context;
  const user = (await internalAdapter.findUserByEmail(email))?.user;
  if (!user) return;
  const { token } = newLinkToken();
  const expiresAt = plus(realNow(), RESET_MS);
  const made = await internalAdapter.createVerificationValue({
    identifier: RESET_TOKEN + token,
    value: user.id,
    expiresAt,
  });
  const { id, value, identifier, expiresAt: until } = staffVerification;
  // Of links that are made at the same time, the last one stays.
  const isOlder = or(lt(until, expiresAt), and(eq(until, expiresAt), lt(id, made.id)));
  await db
    .delete(staffVerification)
    .where(and(eq(value, user.id), not(like(identifier, `${WAITING_SIGN_IN}%`)), isOlder));
  if (!(await hasSameCredentials(ctx, db, user.id))) {
    await db.delete(staffVerification).where(eq(id, made.id));
    return;
  }
  await sendAccessEmail({
    kind: 'PASSWORD_RESET',
    to: user.email,
    person: user,
    link: `${publicUrl}/reset?token=${token}`,
    until: expiresAt.toISOString(),
    correlationId: ctx.headers?.get(CORRELATION_HEADER) ?? '',
  });
}
