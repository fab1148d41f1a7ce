import type { BetterAuthPlugin } from 'better-auth';
import { APIError, createAuthEndpoint, getSessionFromCtx, sessionMiddleware } from 'better-auth/api';
import { sql } from 'drizzle-orm';
import { z } from 'zod';
import { staffVerification } from '../../drizzle/schema/staff.ts';
import { HOUR_MS, plus, realNow } from '../clock.ts';
import { emailInput } from '../contract/primitives.ts';
import type { Db } from '../db/client.ts';
import { newLinkToken } from '../domain/model/link-token.ts';
import { changeEmail } from '../domain/staff/change-email.ts';
import { sendAccessEmail } from '../domain/staff/send-access-email.ts';
import { afterAnswer, factsOfRequest } from './facts-of-request.ts';
import { CORRELATION_HEADER } from './request-headers.ts';
import { hasSameCredentials } from './session-race.ts';

export const REQUEST_EMAIL_CHANGE = '/request-email-change';
export const CONFIRM_EMAIL_CHANGE = '/confirm-email-change';

/** The beginning of the identifier of the tokens of these links. */
export const EMAIL_CHANGE_TOKEN = 'email-change:';

/** How long the link works, in ms of real time. Contract: Accounts. */
const LINK_MS = HOUR_MS;

const pending = z.object({ userId: z.string(), email: z.string() });

type EmailChangeChoice = {
  db: Db;
  /** The public address of the portal, without a slash at its end. */
  publicUrl: string;
  /** Whether emails about access can be sent. */
  sendsEmails: boolean;
};

/**
 * Adds the change of an email address to better-auth, whose own links are signed, but work more than once. The new address
 * is used once the link that is sent to it is confirmed. Contract: Accounts.
 */
export function emailChangePlugin({ db, publicUrl, sendsEmails }: EmailChangeChoice) {
  return {
    id: 'demarc-email-change',
    endpoints: {
      requestEmailChange: createAuthEndpoint(
        REQUEST_EMAIL_CHANGE,
        {
          method: 'POST',
          body: z.object({
            email: emailInput,
            password: z.string().max(1_000),
            code: z.string().max(100).optional(),
          }),
          use: [sessionMiddleware],
        },
        async (ctx) => {
          const { user } = ctx.context.session;
          const { email } = ctx.body;
          if (!sendsEmails) {
            throw new APIError('BAD_REQUEST', {
              code: 'NO_EMAILS',
              message: 'This installation sends no emails, so a new address cannot be confirmed.',
            });
          }
          if (email === user.email) {
            throw new APIError('BAD_REQUEST', {
              code: 'SAME_EMAIL',
              message: 'This is your address already.',
            });
          }
          const correlationId = ctx.headers?.get(CORRELATION_HEADER) ?? '';
          const { internalAdapter } = ctx.context;
          // The answer is the same for an address with an account, which gets no email, and takes no longer.
          afterAnswer(ctx, async () => {
            await sendAccessEmail({
              kind: 'EMAIL_CHANGE_REQUESTED',
              to: user.email,
              person: user,
              newEmail: email,
              correlationId,
            });
            // The address of an earlier request may be mistyped.
            const ofPerson = JSON.stringify({ userId: user.id }).slice(0, -1);
            await db.delete(staffVerification).where(sql`starts_with(value, ${ofPerson})`);
            if (await internalAdapter.findUserByEmail(email)) return;
            const { token } = newLinkToken();
            const expiresAt = plus(realNow(), LINK_MS);
            const identifier = EMAIL_CHANGE_TOKEN + token;
            const value = JSON.stringify({ userId: user.id, email });
            await internalAdapter.createVerificationValue({ identifier, value, expiresAt });
            if (!(await hasSameCredentials(ctx, db, user.id))) {
              await internalAdapter.deleteVerificationByIdentifier(identifier);
              return;
            }
            await sendAccessEmail({
              kind: 'EMAIL_CONFIRMATION',
              to: email,
              person: user,
              link: `${publicUrl}/confirm-email?token=${token}`,
              until: expiresAt.toISOString(),
              correlationId,
            });
          });
          return ctx.json({ email });
        },
      ),
      confirmEmailChange: createAuthEndpoint(
        CONFIRM_EMAIL_CHANGE,
        { method: 'POST', body: z.object({ token: z.string().max(200) }) },
        async (ctx) => {
          const found = await ctx.context.internalAdapter.findVerificationValue(
            EMAIL_CHANGE_TOKEN + ctx.body.token,
          );
          const isOpen = found && found.expiresAt > realNow();
          const change = isOpen ? { linkId: found.id, ...pending.parse(JSON.parse(found.value)) } : null;
          const session = await getSessionFromCtx(ctx);
          const keptSession = session && session.user.id === change?.userId ? session.session.id : null;
          const changed = change && (await changeEmail(change, keptSession));
          if (!changed) {
            throw new APIError('BAD_REQUEST', {
              code: 'INVALID_TOKEN',
              message: 'The link was used or has expired.',
            });
          }
          const { person, before } = changed;
          if (ctx.request) {
            factsOfRequest.set(ctx.request, {
              account: person.email,
              details: { formerAddress: before },
            });
          }
          await sendAccessEmail({
            kind: 'EMAIL_CHANGED',
            to: before,
            person,
            newEmail: person.email,
            correlationId: ctx.headers?.get(CORRELATION_HEADER) ?? '',
          });
          return ctx.json({ email: person.email });
        },
      ),
    },
  } satisfies BetterAuthPlugin;
}
