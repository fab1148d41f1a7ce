import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api';
import { type BetterAuthOptions, betterAuth } from 'better-auth/minimal';
import type { Logger } from 'pino';
import {
  staffAccount,
  staffSession,
  staffTwoFactor,
  staffUser,
  staffVerification,
} from '../../drizzle/schema/staff.ts';
import { HOUR_MS, MINUTE_MS, plus, realNow, SECOND_MS } from '../clock.ts';
import { cleanedId } from '../contract/clean-text.ts';
import { DAY_MS } from '../contract/days.ts';
import { MAX_EMAIL } from '../contract/email-address.ts';
import { isCleanText } from '../contract/primitives.ts';
import type { Db } from '../db/client.ts';
import { ACCEPT_INVITATION, invitationPlugin } from './accept-invitation.ts';
import { authSecrets } from './auth-secrets.ts';
import {
  CONFIRM_EMAIL_CHANGE,
  EMAIL_CHANGE_TOKEN,
  emailChangePlugin,
  REQUEST_EMAIL_CHANGE,
} from './email-change.ts';
import { useContractEmails } from './email-pattern.ts';
import { afterAnswer, factsOfRequest } from './facts-of-request.ts';
import { portalOrigins } from './origin.ts';
import { RESET_TOKEN, sendPasswordReset } from './password-reset.ts';
import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from './password-strength.ts';
import { ADDRESS_HEADER } from './request-headers.ts';
import { requireStrongPassword, tooWeak } from './require-strong-password.ts';
import {
  acceptSecondFactor,
  BEGIN_SET_UP,
  checkSecondFactor,
  requireProof,
  secondFactorPaths,
  secondFactorPlugin,
} from './second-factor.ts';
import {
  endOutdatedChallenge,
  endOutdatedSession,
  noteCredentials,
  replacePassword,
} from './session-race.ts';
import { RESET_LIMITS, requireAttempt, signInThrottle } from './sign-in-throttle.ts';

/** Time without a request after which a session ends. */
export const SESSION_IDLE_MS = 12 * HOUR_MS;
/** Maximum lifetime of a session. */
export const SESSION_MAX_MS = 14 * DAY_MS;
/** A request extends the session only after this part of the idle time, which limits writes. */
export const SESSION_EXTEND_MS = 15 * MINUTE_MS;

type StaffAuthChoice = {
  db: Db;
  log: Pick<Logger, 'error' | 'warn' | 'debug'>;
  /** The public address of the portal, without a slash at its end. */
  publicUrl: string;
  /** 32 bytes each, from which the keys of cookie signatures and second factors are derived; the present one first. */
  secretsKeys: readonly [Buffer, Buffer?];
  /** Whether emails about access can be sent. */
  sendsEmails: boolean;
};

/** More characters than an email address with blanks around it has. */
const MAX_EMAIL_TYPED = 1_000;

export const SIGN_IN = '/sign-in/email';
export const SIGN_OUT = '/sign-out';
export const CHANGE_PASSWORD = '/change-password';
export const REQUEST_RESET = '/request-password-reset';
export const RESET_PASSWORD = '/reset-password';

/** The only paths of better-auth that are reachable from outside. The portal's procedures do the rest. */
export const openPaths: ReadonlySet<string> = new Set([
  ...[SIGN_IN, SIGN_OUT, CHANGE_PASSWORD, REQUEST_RESET, RESET_PASSWORD],
  ACCEPT_INVITATION,
  ...[REQUEST_EMAIL_CHANGE, CONFIRM_EMAIL_CHANGE],
  ...secondFactorPaths,
]);

/**
 * better-auth on Demarc's tables: email, password and second factor, no sign-up. A session is a row, so deleting the row ends it
 * at once. The cookie outlives the idle time; the row decides. Contract: Accounts.
 */
export function buildStaffAuth({ db, log, publicUrl, secretsKeys, sendsEmails }: StaffAuthChoice) {
  useContractEmails();
  const throttle = signInThrottle(db, 'sign-in');
  const resets = signInThrottle(db, 'link', RESET_LIMITS);
  const isHttps = publicUrl.startsWith('https://');
  return betterAuth({
    appName: 'Demarc',
    baseURL: publicUrl,
    basePath: '/api/auth',
    ...authSecrets(secretsKeys),
    trustedOrigins: portalOrigins(publicUrl),
    database: drizzleAdapter(db, {
      provider: 'pg',
      schema: {
        user: staffUser,
        session: staffSession,
        account: staffAccount,
        verification: staffVerification,
        twoFactor: staffTwoFactor,
      },
      transaction: true,
    }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: MIN_PASSWORD_LENGTH,
      maxPasswordLength: MAX_PASSWORD_LENGTH,
      revokeSessionsOnPasswordReset: true,
    },
    // The tokens of links are stored as hashes.
    verification: {
      storeIdentifier: {
        default: 'plain',
        overrides: { [RESET_TOKEN]: 'hashed', [EMAIL_CHANGE_TOKEN]: 'hashed' },
      },
    },
    session: {
      expiresIn: SESSION_MAX_MS / SECOND_MS,
      disableSessionRefresh: true,
      cookieCache: { enabled: false },
      additionalFields: { activeProviderId: { type: 'string', required: false, input: false } },
    },
    databaseHooks: databaseHooks(db),
    plugins: [invitationPlugin(), secondFactorPlugin(), emailChangePlugin({ db, publicUrl, sendsEmails })],
    hooks: {
      before: beforeAnswer({ db, publicUrl, throttle, resets }),
      after: afterSignIn({ db, throttle }),
    },
    // Sign-in has its own, stricter throttle; a success costs nothing there.
    rateLimit: {
      enabled: true,
      window: 60,
      max: 100,
      storage: 'memory',
      customRules: {
        [SIGN_IN]: false,
        [REQUEST_RESET]: false,
        ...Object.fromEntries(secondFactorPaths.map((path) => [path, false])),
        [CHANGE_PASSWORD]: { window: 60, max: 20 },
        [BEGIN_SET_UP]: { window: 60, max: 20 },
      },
    },
    advanced: {
      cookiePrefix: isHttps ? '__Host-demarc' : 'demarc',
      // better-auth would use the prefix __Secure-, which binds a cookie less than __Host- does.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: isHttps, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { ipAddressHeaders: [ADDRESS_HEADER] },
      trustedProxyHeaders: false,
      // Explicit, because better-auth would skip the check in tests.
      disableOriginCheck: false,
      disableCSRFCheck: false,
    },
    logger: {
      // At any other level better-auth also writes refusals to standard error, outside of our log.
      level: 'info',
      log: (level, message, ...more) => {
        // "User not found" and "Invalid password" are mistakes of a person, not errors of the server.
        const error = more.find((value) => value instanceof Error);
        if (level === 'error') log.error(error ? { err: error } : {}, message);
        else log.debug(message);
      },
    },
    telemetry: { enabled: false },
  });
}

/** What follows the rows that better-auth writes. */
function databaseHooks(db: StaffAuthChoice['db']): BetterAuthOptions['databaseHooks'] {
  return {
    session: {
      create: {
        before: async (session, ctx) => ({
          data: {
            ...session,
            expiresAt: plus(realNow(), SESSION_IDLE_MS),
            // better-auth's own detection reduces an IPv6 address to its network.
            ipAddress: ctx?.headers?.get(ADDRESS_HEADER) ?? null,
          },
        }),
        after: async (session, ctx) => {
          if (ctx) await endOutdatedSession(ctx, db, session);
        },
      },
    },
    account: {
      update: {
        before: async ({ password }, ctx) => {
          if (typeof password !== 'string') return;
          if (ctx && (await replacePassword(ctx, db, password))) return false;
          const message = 'Your password, address or second factor was changed meanwhile.';
          throw new APIError('CONFLICT', { code: 'CREDENTIALS_CHANGED', message });
        },
      },
    },
    verification: {
      create: {
        after: async (made, ctx) => {
          if (ctx) await endOutdatedChallenge(ctx, db, made);
        },
      },
    },
  };
}

type Throttles = Record<'throttle' | 'resets', ReturnType<typeof signInThrottle>>;

/** Checks what a request proves before better-auth takes it. */
function beforeAnswer({
  db,
  publicUrl,
  throttle,
  resets,
}: Pick<StaffAuthChoice, 'db' | 'publicUrl'> & Throttles) {
  return createAuthMiddleware(async (ctx) => {
    const rules = { db, throttle };
    if (ctx.path === CHANGE_PASSWORD) {
      const session = await getSessionFromCtx(ctx);
      if (session) await noteCredentials(ctx, db, session.user.email);
      const person = await requireProof(ctx, rules, 'currentPassword');
      if (person) await requireBetterPassword(ctx, person);
      return { context: { body: { ...ctx.body, revokeOtherSessions: true } } };
    }
    if (ctx.path === RESET_PASSWORD) await requireStrongReset(ctx, db);
    if (ctx.path === REQUEST_EMAIL_CHANGE) {
      const session = await getSessionFromCtx(ctx);
      if (session) await noteCredentials(ctx, db, session.user.email);
      const person = await requireProof(ctx, rules, 'password');
      if (person) requireAttempt(await resets.begin(...attempt({ body: person, headers: ctx.headers })));
    }
    if (ctx.path === REQUEST_RESET) {
      requireAttempt(await resets.begin(...attempt(ctx)));
      const email = accountOf(ctx.body);
      await noteCredentials(ctx, db, email);
      afterAnswer(ctx, () => sendPasswordReset(ctx, { db, publicUrl, email }));
      return ctx.json({ status: true });
    }
    if (ctx.path === SIGN_IN) {
      requireAttempt(await throttle.begin(...attempt(ctx)));
      await noteCredentials(ctx, db, accountOf(ctx.body));
    }
    if (secondFactorPaths.includes(ctx.path)) {
      const checked = await checkSecondFactor(ctx, rules);
      return checked && { context: { body: checked } };
    }
  });
}

/** Notes a success, and ends the session that the browser had before. */
function afterSignIn({ db, throttle }: Pick<StaffAuthChoice, 'db'> & Pick<Throttles, 'throttle'>) {
  return createAuthMiddleware(async (ctx) => {
    if (secondFactorPaths.includes(ctx.path)) await acceptSecondFactor(ctx, { db, throttle });
    if (ctx.path !== SIGN_IN || !ctx.context.newSession) return;
    await throttle.succeed(...attempt(ctx));
    // The plugin ends this session afterwards and starts the step of the second factor.
    if (ctx.context.newSession.user.twoFactorEnabled && ctx.request) {
      factsOfRequest.set(ctx.request, {
        account: accountOf(ctx.body),
        succeeded: ['second_factor.requested'],
      });
    }
    // The browser's cookie is overwritten, so the session that it named is deleted.
    const { authCookies, secret, internalAdapter } = ctx.context;
    const replaced = await ctx.getSignedCookie(authCookies.sessionToken.name, secret);
    if (replaced) await internalAdapter.deleteSession(replaced);
  });
}

/**
 * Requires a strong new password of the person whose link it is. better-auth refuses an unknown link.
 * @throws APIError with a sentence for the person
 */
async function requireStrongReset(ctx: Parameters<typeof getSessionFromCtx>[0], db: Db): Promise<void> {
  const { token, newPassword } = (ctx.body ?? {}) as Record<string, unknown>;
  if (typeof token !== 'string' || typeof newPassword !== 'string') return;
  const { internalAdapter } = ctx.context;
  const found = await internalAdapter.findVerificationValue(RESET_TOKEN + token);
  const user = found && (await internalAdapter.findUserById(found.value));
  if (!user) return;
  if (ctx.request) factsOfRequest.set(ctx.request, { account: user.email });
  await noteCredentials(ctx, db, user.email);
  await requireStrongPassword(newPassword, [user.email, user.name]);
}

export type StaffAuth = ReturnType<typeof buildStaffAuth>;

/**
 * Requires that a new password differs from the current one and is strong enough. Contract: Accounts.
 * @throws APIError with a sentence for the person
 */
async function requireBetterPassword(
  { body }: { body?: unknown },
  { email, name }: { email: string; name: string },
): Promise<void> {
  const { currentPassword, newPassword } = (body ?? {}) as Record<string, unknown>;
  // better-auth itself refuses a malformed body.
  if (typeof newPassword !== 'string') return;
  if (newPassword === currentPassword) throw tooWeak('The new password must differ from the current one.');
  await requireStrongPassword(newPassword, [email, name]);
}

function attempt({ body, headers }: { body?: unknown; headers?: Headers | undefined }): [string, string] {
  return [accountOf(body), headers?.get(ADDRESS_HEADER) ?? ''];
}

/**
 * The account in the body of a sign-in: the email address as typed, in lower case; empty without one, and for one that cannot be
 * stored.
 */
export function accountOf(body: unknown): string {
  const email = (body as { email?: unknown } | null | undefined)?.email;
  if (typeof email !== 'string' || email.length > MAX_EMAIL_TYPED || !isCleanText(email)) return '';
  return cleanedId(email, MAX_EMAIL).toLowerCase().slice(0, MAX_EMAIL);
}
