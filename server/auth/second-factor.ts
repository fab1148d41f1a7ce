import { createOTP } from '@better-auth/utils/otp';
import { APIError, getSessionFromCtx } from 'better-auth/api';
import { symmetricDecrypt } from 'better-auth/crypto';
import { twoFactor } from 'better-auth/plugins/two-factor';
import { and, eq, isNull, lt, not, or, type SQL, sql } from 'drizzle-orm';
import { staffTwoFactor } from '../../drizzle/schema/staff.ts';
import { MINUTE_MS, realNow, SECOND_MS } from '../clock.ts';
import type { Db } from '../db/client.ts';
import { fingerprints } from '../sealed.ts';
import { factsOfRequest } from './facts-of-request.ts';
import { MAX_PASSWORD_LENGTH } from './password-strength.ts';
import { newRecoveryCodes, typedCode, typedRecoveryCode } from './recovery-codes.ts';
import { ADDRESS_HEADER } from './request-headers.ts';
import { noteCredentials } from './session-race.ts';
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
type SignedIn = { id: string; name: string; email: string };
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
  if (ctx.path === VERIFY_CODE || ctx.path === VERIFY_RECOVERY_CODE) return checkProof(ctx, rules, person);
  if (!person.isSignedIn) return;
  if (ctx.path === BEGIN_SET_UP && person.isEnabled) throw alreadyEnabled();
  await requirePasswordAndCode(ctx, rules, person);
  return ctx.path === BEGIN_SET_UP ? { method: 'totp', issuer: ISSUER } : undefined;
}

/**
 * Requires the password of the person who is signed in, and a code where the person has a second factor. Attempts count as those
 * of sign-in. Contract: Accounts, Second factor.
 * @param field the field of the body with the password
 * @returns the person; null without a session, which better-auth refuses
 * @throws APIError for a wrong password or code, and 429 after too many
 */
export async function requireProof(
  ctx: AuthContext,
  rules: Rules,
  field: 'password' | 'currentPassword',
): Promise<SignedIn | null> {
  const session = await getSessionFromCtx<{ twoFactorEnabled?: boolean }>(ctx);
  if (!session) return null;
  const { id, name, email } = session.user;
  if (ctx.request) factsOfRequest.set(ctx.request, { account: email });
  await requirePasswordAndCode(ctx, rules, { id, email }, field);
  return { id, name, email };
}

/** Removes the attempt of a correct code. */
export async function acceptSecondFactor(ctx: AuthContext, { throttle }: Rules): Promise<void> {
  const { newSession } = ctx.context;
  if (!newSession || (ctx.path !== VERIFY_CODE && ctx.path !== VERIFY_RECOVERY_CODE)) return;
  await throttle.succeed(newSession.user.email, addressOf(ctx));
}

/** A code at sign-in, or the first one of a set-up. */
async function checkProof(ctx: AuthContext, { db, throttle }: Rules, person: Person): Promise<object> {
  const isSetUp = person.isSignedIn;
  // A session could try codes without end here.
  if (isSetUp && (person.isEnabled || ctx.path === VERIFY_RECOVERY_CODE)) {
    throw alreadyEnabled();
  }
  requireAttempt(await throttle.begin(person.email, addressOf(ctx)));
  if (!isSetUp) await noteCredentials(ctx, db, person.email);
  if (isSetUp && ctx.request) {
    factsOfRequest.set(ctx.request, { account: person.email, succeeded: ['second_factor.enabled'] });
  }
  const isRecovery = ctx.path === VERIFY_RECOVERY_CODE;
  const code = isRecovery ? typedRecoveryCode(codeIn(ctx)) : typedCode(codeIn(ctx));
  const factor = await factorOf(ctx, db, person.id);
  // better-auth refuses and counts a wrong code, and refuses all while the account is locked.
  if (factor && !factor.isLocked) {
    const proof = isRecovery ? 'recovery' : 'app';
    if ((await useCode(factor, db, person.id, { code, kind: proof })) === 'used') throw wrongCode();
  }
  // A trusted device would need no second factor for 30 days.
  return { code, trustDevice: false, disableSession: false };
}

/** @throws APIError for a wrong password, and for a code that is neither current nor a recovery code that is left */
async function requirePasswordAndCode(
  ctx: AuthContext,
  { db, throttle }: Rules,
  person: Pick<Person, 'id' | 'email'>,
  field: 'password' | 'currentPassword' = 'password',
): Promise<void> {
  const address = addressOf(ctx);
  requireAttempt(await throttle.begin(person.email, address));
  await requirePassword(ctx, person.id, field);
  const factor = await factorOf(ctx, db, person.id);
  // A factor whose set-up was begun, and not verified, protects nothing yet.
  if (factor?.isVerified && !(await isProof(factor, db, person.id, codeIn(ctx)))) throw wrongCode();
  await throttle.succeed(person.email, address);
}

/** @throws APIError for a wrong password */
async function requirePassword(ctx: AuthContext, userId: string, field: string): Promise<void> {
  const typed = (ctx.body as Record<string, unknown> | undefined)?.[field];
  const { internalAdapter, password } = ctx.context;
  const hash = (await internalAdapter.findCredentialAccount(userId))?.password;
  const isRight =
    typeof typed === 'string' &&
    typed.length <= MAX_PASSWORD_LENGTH &&
    hash != null &&
    (await password.verify({ hash, password: typed }));
  if (!isRight) throw new APIError('BAD_REQUEST', { code: 'INVALID_PASSWORD', message: 'Invalid password' });
}

type Factor = { secret: string; recoveryCodes: string[]; isVerified: boolean; isLocked: boolean };

async function isProof(factor: Factor, db: Db, userId: string, typed: string): Promise<boolean> {
  const ofApp = await useCode(factor, db, userId, { code: typedCode(typed), kind: 'app' });
  if (ofApp !== 'wrong') return ofApp === 'accepted';
  const recovery = { code: typedRecoveryCode(typed), kind: 'recovery' } as const;
  return (await useCode(factor, db, userId, recovery)) === 'accepted';
}

/**
 * Uses a code, if it is right. Of concurrent requests with the same code one succeeds: each statement reads the row that it
 * updates again, once it has the lock. better-auth alone accepts a recovery code twice then.
 */
async function useCode(
  { secret, recoveryCodes }: Factor,
  db: Db,
  userId: string,
  { code, kind }: { code: string; kind: 'app' | 'recovery' },
): Promise<'accepted' | 'used' | 'wrong'> {
  const own = eq(staffTwoFactor.userId, userId);
  const use = async (values: object, isUnused: SQL | undefined) => {
    const rows = await db.update(staffTwoFactor).set(values).where(and(own, isUnused)).returning();
    return rows.length > 0 ? 'accepted' : 'used';
  };
  if (kind === 'recovery') {
    if (!recoveryCodes.includes(code)) return 'wrong';
    const [marks, { usedCodes }] = [fingerprints(code), staffTwoFactor];
    return use(
      { usedCodes: sql`array_append(${usedCodes}, ${marks[0]})` },
      not(sql`${usedCodes} && ${sql.param(marks)}::text[]`),
    );
  }
  const step = await stepOf(secret, code);
  if (step === null) return 'wrong';
  const { lastStep } = staffTwoFactor;
  return use({ lastStep: step }, or(isNull(lastStep), lt(lastStep, step)));
}

async function factorOf({ context }: AuthContext, db: Db, userId: string): Promise<Factor | null> {
  const [row] = await db.select().from(staffTwoFactor).where(eq(staffTwoFactor.userId, userId));
  if (!row) return null;
  const open = (data: string) => symmetricDecrypt({ key: context.secretConfig, data });
  return {
    secret: await open(row.secret),
    recoveryCodes: JSON.parse(await open(row.backupCodes)),
    isVerified: row.verified,
    isLocked: row.lockedUntil !== null && row.lockedUntil > realNow(),
  };
}

/** The time step of a code, at most one before or after the present one; null for a wrong code. */
async function stepOf(secret: string, code: string): Promise<number | null> {
  const now = Math.floor(realNow().getTime() / (PERIOD_S * SECOND_MS));
  const otp = createOTP(secret, { period: PERIOD_S });
  for (const step of [now, now - 1, now + 1]) if ((await otp.hotp(step)) === code) return step;
  return null;
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

function alreadyEnabled(): APIError {
  return new APIError('BAD_REQUEST', {
    code: 'ALREADY_ENABLED',
    message: 'The second factor is on already.',
  });
}

function wrongCode(): APIError {
  return new APIError('UNAUTHORIZED', { code: 'INVALID_CODE', message: 'Invalid code' });
}

function codeIn({ body }: AuthContext): string {
  const code = (body as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : '';
}

const addressOf = ({ headers }: AuthContext) => headers?.get(ADDRESS_HEADER) ?? '';
