import { createOTP } from '@better-auth/utils/otp';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { and, eq, isNull, lt, ne, or } from 'drizzle-orm';
import { staffSession, staffTwoFactor } from '../../drizzle/schema/staff.ts';
import { MINUTE_MS, realNow, SECOND_MS } from '../clock.ts';
import type { Db } from '../db/client.ts';
import { factsOfRequest } from './facts-of-request.ts';
import { newRecoveryCodes, typedCode, typedRecoveryCode } from './recovery-codes.ts';
import { ADDRESS_HEADER } from './request-headers.ts';
import { requireAttempt, type SignInThrottle } from './sign-in-throttle.ts';

export const BEGIN_SET_UP = '/two-factor/enable';
export const VERIFY_CODE = '/two-factor/verify-totp';
export const VERIFY_RECOVERY_CODE = '/two-factor/verify-backup-code';
export const REPLACE_RECOVERY_CODES = '/two-factor/generate-backup-codes';
export const DISABLE_SECOND_FACTOR = '/two-factor/disable';

/** The open paths of the second factor. better-auth has others, such as codes by email, which stay closed. */
export const secondFactorPaths: readonly string[] = [
  ...[BEGIN_SET_UP, VERIFY_CODE, VERIFY_RECOVERY_CODE],
  ...[REPLACE_RECOVERY_CODES, DISABLE_SECOND_FACTOR],
];

/** How long a sign-in waits for the second factor, in ms. Contract: Second factor. */
const CHALLENGE_MS = 10 * MINUTE_MS;
/** The length of a time step, in seconds. */
const PERIOD_S = 30;
const ISSUER = 'Demarc';
/** better-auth's name of the cookie of a sign-in that waits for the second factor. */
const CHALLENGE_COOKIE = 'two_factor';

/** better-auth's second factor: TOTP and recovery codes. */
export function secondFactorPlugin() {
  return twoFactor({
    issuer: ISSUER,
    totpOptions: { period: PERIOD_S },
    backupCodeOptions: { customBackupCodesGenerate: newRecoveryCodes },
    twoFactorCookieMaxAge: CHALLENGE_MS / SECOND_MS,
  });
}

type AuthContext = Parameters<typeof getSessionFromCtx>[0];
type Person = { id: string; email: string; isSignedIn: boolean; isEnabled: boolean };
type Rules = { db: Db; throttle: SignInThrottle };

/**
 * Adds what better-auth's second factor lacks: attempts are counted as those of sign-in, a code works once, and a change
 * needs the password and a code. Contract: Second factor.
 * @returns the body with which better-auth continues
 * @throws APIError for a refusal
 */
export async function checkSecondFactor(ctx: AuthContext, rules: Rules): Promise<object | undefined> {
  const person = await personOf(ctx);
  // better-auth itself refuses requests without a session or a challenge.
  if (!person) return;
  if (ctx.request) factsOfRequest.set(ctx.request, { account: person.email });
  if (ctx.path === BEGIN_SET_UP) return { method: 'totp', issuer: ISSUER };
  if (ctx.path === VERIFY_CODE || ctx.path === VERIFY_RECOVERY_CODE) return checkProof(ctx, rules, person);
  if (person.isSignedIn) await requirePasswordAndCode(ctx, rules, person);
  return;
}

/** Counts a correct code, and ends the other sessions of a person whose second factor is on from now on. */
export async function acceptSecondFactor(ctx: AuthContext, { db, throttle }: Rules): Promise<void> {
  const { newSession } = ctx.context;
  if (!newSession || (ctx.path !== VERIFY_CODE && ctx.path !== VERIFY_RECOVERY_CODE)) return;
  const { user, session } = newSession;
  throttle.succeed(user.email, addressOf(ctx));
  const facts = ctx.request && factsOfRequest.get(ctx.request);
  if (facts?.succeeded?.[0] !== 'second_factor.enabled') return;
  await db
    .delete(staffSession)
    .where(and(eq(staffSession.userId, user.id), ne(staffSession.token, session.token)));
}

/** A code at sign-in, or the first one of a set-up. */
async function checkProof(ctx: AuthContext, { db, throttle }: Rules, person: Person): Promise<object> {
  const isSetUp = person.isSignedIn;
  // A session could try codes without end here.
  if (isSetUp && (person.isEnabled || ctx.path === VERIFY_RECOVERY_CODE)) {
    throw new APIError('BAD_REQUEST', {
      code: 'ALREADY_ENABLED',
      message: 'The second factor is on already.',
    });
  }
  requireAttempt(throttle.begin(person.email, addressOf(ctx)));
  if (isSetUp && ctx.request) {
    factsOfRequest.set(ctx.request, { account: person.email, succeeded: ['second_factor.enabled'] });
  }
  // A trusted device would need no second factor for 30 days.
  if (ctx.path === VERIFY_RECOVERY_CODE) {
    return { code: typedRecoveryCode(codeIn(ctx)), trustDevice: false, disableSession: false };
  }
  const code = typedCode(codeIn(ctx));
  const { secret } = (await factorOf(ctx, db, person.id)) ?? {};
  const step = secret === undefined ? null : await stepOf(secret, code);
  // better-auth refuses and counts a wrong code.
  if (step !== null && !(await useStep(db, person.id, step))) throw wrongCode();
  return { code, trustDevice: false };
}

/** @throws APIError for a wrong password, and for a code that is neither current nor a recovery code that is left */
async function requirePasswordAndCode(
  ctx: AuthContext,
  { db, throttle }: Rules,
  person: Person,
): Promise<void> {
  const address = addressOf(ctx);
  requireAttempt(throttle.begin(person.email, address));
  await ctx.context.password.checkPassword(person.id, ctx);
  const factor = await factorOf(ctx, db, person.id);
  // better-auth refuses where there is nothing to change.
  if (factor && !(await isProof(factor, db, person.id, codeIn(ctx)))) throw wrongCode();
  throttle.succeed(person.email, address);
}

type Factor = { secret: string; recoveryCodes: string[] };

async function isProof(factor: Factor, db: Db, userId: string, typed: string): Promise<boolean> {
  const step = await stepOf(factor.secret, typedCode(typed));
  if (step !== null) return useStep(db, userId, step);
  // The change replaces or deletes all recovery codes, this one among them.
  return factor.recoveryCodes.includes(typedRecoveryCode(typed));
}

async function factorOf({ context }: AuthContext, db: Db, userId: string): Promise<Factor | null> {
  const [row] = await db.select().from(staffTwoFactor).where(eq(staffTwoFactor.userId, userId));
  if (!row) return null;
  const open = (data: string) => symmetricDecrypt({ key: context.secretConfig, data });
  return { secret: await open(row.secret), recoveryCodes: JSON.parse(await open(row.backupCodes)) };
}

/** The time step of a code, at most one before or after the present one; null for a wrong code. */
async function stepOf(secret: string, code: string): Promise<number | null> {
  const now = Math.floor(realNow().getTime() / (PERIOD_S * SECOND_MS));
  const otp = createOTP(secret, { period: PERIOD_S });
  for (const step of [now, now - 1, now + 1]) if ((await otp.hotp(step)) === code) return step;
  return null;
}

/** Uses a time step. Of two requests with the same code one succeeds. */
async function useStep(db: Db, userId: string, step: number): Promise<boolean> {
  const isLater = or(isNull(staffTwoFactor.lastStep), lt(staffTwoFactor.lastStep, step));
  const used = await db
    .update(staffTwoFactor)
    .set({ lastStep: step })
    .where(and(eq(staffTwoFactor.userId, userId), isLater))
    .returning({ id: staffTwoFactor.id });
  return used.length > 0;
}

/** The person of the session, else the person whose sign-in waits for the second factor. */
async function personOf(ctx: AuthContext): Promise<Person | null> {
  const session = await getSessionFromCtx<{ twoFactorEnabled?: boolean }>(ctx);
  if (session) {
    const { id, email, twoFactorEnabled } = session.user;
    return { id, email, isSignedIn: true, isEnabled: twoFactorEnabled === true };
  }
  const { name } = ctx.context.createAuthCookie(CHALLENGE_COOKIE);
  const challenge = await ctx.getSignedCookie(name, ctx.context.secret);
  const waiting = challenge && (await ctx.context.internalAdapter.findVerificationValue(challenge));
  if (!waiting || waiting.expiresAt <= realNow()) return null;
  const user = await ctx.context.internalAdapter.findUserById(waiting.value);
  return user && { id: user.id, email: user.email, isSignedIn: false, isEnabled: true };
}

function wrongCode(): APIError {
  return new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Invalid code' });
}

function codeIn({ body }: AuthContext): string {
  const code = (body as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : '';
}

const addressOf = ({ headers }: AuthContext) => headers?.get(ADDRESS_HEADER) ?? '';
