import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { organisation, provider } from '../../drizzle/schema/provider.ts';
import { staffSession as sessionTable, staffAccount, staffMember } from '../../drizzle/schema/staff.ts';
import { plus, realNow } from '../clock.ts';
import { refuse } from '../contract/errors.ts';
import { isAccountStep, type RequiredStep, requiredSteps } from '../contract/portal/required-step.ts';
import type { OpenInvitation } from '../contract/portal/team.ts';
import type { Role } from '../contract/roles.ts';
import { type Db, db } from '../db/client.ts';
import { isOneOf } from '../db/statement.ts';
import { stepOfStatus } from '../domain/model/provider/account-status.ts';
import { openInvitation } from '../domain/staff/accept-invitation.ts';
import { env } from '../env.ts';
import { log } from '../log.ts';
import { secretsKeys } from '../secrets-key.ts';
import { isDemo } from '../stand-ins.ts';
import {
  buildStaffAuth,
  SESSION_EXTEND_MS,
  SESSION_IDLE_MS,
  SESSION_MAX_MS,
  type StaffAuth,
} from './staff-auth.ts';

/** The person who is signed in, the organisations and the selected provider. */
export type StaffSession = {
  sessionId: string;
  user: { id: string; name: string; email: string; hasSecondFactor: boolean };
  role: Role;
  /** Whether the organisation lets the role `support` collect payments. */
  supportCollects: boolean;
  /** Whether the organisation shows revenue to the role `support`. */
  supportSeesRevenue: boolean;
  organisationId: string;
  provider: {
    id: string;
    name: string;
    livemode: boolean;
    timeZone: string;
    clockOffsetMs: number;
    /** Of the organisation, ISO 3166-1 alpha-2: that of local phone numbers. */
    country: string | null;
    /** Whether it is the demo of this installation, which has simulated external systems. */
    isDemo: boolean;
  };
  /** What the person has to do first, if anything. Until then the session can only do that or sign out. */
  requiredStep: RequiredStep | null;
  /** The providers that the person may select, oldest membership first. */
  providers: { id: string; name: string; livemode: boolean }[];
};

/** Reads a session without extending it. */
export const readOnly = { disableRefresh: true };
const built = new WeakMap<Db, StaffAuth>();

/** better-auth for this process's environment and database, created at first use. */
export function staffAuth(): StaffAuth {
  const database = db();
  const auth =
    built.get(database) ??
    buildStaffAuth({
      ...{ db: database, log, publicUrl: env.PUBLIC_URL, secretsKeys: secretsKeys() },
      sendsEmails: env.SMTP_URL !== undefined,
    });
  built.set(database, auth);
  return auth;
}

/**
 * The session of a request's cookie, read from the database each time. Null for an ended, idle or expired session and
 * for a person without membership. A request extends it, by real time. Contract: Accounts.
 */
export async function staffSession(
  headers: Headers,
  auth: StaffAuth = staffAuth(),
): Promise<StaffSession | null> {
  const found = await auth.api.getSession({ headers, query: readOnly });
  if (!found) return null;
  const { session, user } = found;
  const now = realNow();
  const rows = await db()
    .select({
      provider,
      role: staffMember.role,
      isGenerated: sql<boolean>`coalesce(${staffAccount.password} = ${staffAccount.generatedPassword}, false)`,
      requiresSecondFactor: organisation.requiresSecondFactor,
      country: organisation.country,
      supportCollects: organisation.supportCollects,
      supportSeesRevenue: organisation.supportSeesRevenue,
    })
    .from(sessionTable)
    .innerJoin(staffMember, eq(staffMember.userId, sessionTable.userId))
    .innerJoin(organisation, eq(organisation.id, staffMember.organisationId))
    .innerJoin(provider, eq(provider.organisationId, organisation.id))
    .leftJoin(
      staffAccount,
      and(eq(staffAccount.userId, sessionTable.userId), eq(staffAccount.providerId, 'credential')),
    )
    .where(and(eq(sessionTable.id, session.id), gt(sessionTable.createdAt, plus(now, -SESSION_MAX_MS))))
    .orderBy(asc(staffMember.createdAt), asc(provider.createdAt), asc(provider.id));
  const active = rows.find((row) => row.provider.id === session.activeProviderId) ?? rows[0];
  if (!active) return null;
  await extend(session.id, session.expiresAt, now);
  // The second factor belongs to the person, so the strictest of the person's organisations decides.
  const lacksFactor = !user.twoFactorEnabled && rows.some((row) => row.requiresSecondFactor);
  const { id, name, livemode, timeZone, clockOffsetMs, organisationId } = active.provider;
  return {
    sessionId: session.id,
    user: {
      ...{ id: user.id, name: user.name, email: user.email },
      hasSecondFactor: user.twoFactorEnabled === true,
    },
    role: active.role,
    supportCollects: active.supportCollects,
    supportSeesRevenue: active.supportSeesRevenue,
    organisationId,
    provider: { id, name, livemode, timeZone, clockOffsetMs, country: active.country, isDemo: isDemo(id) },
    requiredStep: active.isGenerated
      ? 'changePassword'
      : lacksFactor
        ? 'setUpSecondFactor'
        : stepOfStatus[active.provider.status],
    providers: rows.map((row) => ({
      id: row.provider.id,
      name: row.provider.name,
      livemode: row.provider.livemode,
    })),
  };
}

/**
 * The invitation of a link, and the address of the person who is signed in, with or without an organisation. Contract:
 * Team.
 */
export async function readInvitation(
  token: string,
  headers: Headers,
): Promise<{ invitation: OpenInvitation | null; signedInAs: string | null }> {
  const [invitation, session] = await Promise.all([
    openInvitation(token),
    staffAuth().api.getSession({ headers, query: readOnly }),
  ]);
  return { invitation, signedInAs: session?.user.email ?? null };
}

/**
 * The session of a portal request that may do more than its required step. Contract: Accounts.
 * @param options `selectsAccount` for a request that selects another account, which is how a person leaves one that is not active
 * @throws UNAUTHORIZED without a session; FORBIDDEN while the person has a required step
 */
export async function requireStaffSession(
  headers: Headers,
  { selectsAccount = false } = {},
): Promise<StaffSession> {
  const session = await staffSession(headers);
  if (!session) throw refuse('UNAUTHORIZED', { message: 'Your session has ended. Sign in again.' });
  const { requiredStep } = session;
  const mayLeave = selectsAccount && isAccountStep(requiredStep);
  if (requiredStep && !mayLeave) throw refuse('FORBIDDEN', { message: requiredSteps[requiredStep] });
  return session;
}

/**
 * The roles that the people of sessions have in the organisation of a provider now, by session. A session that has ended, or whose
 * person has left, is missing.
 */
export async function rolesOfSessions(
  providerId: string,
  sessionIds: readonly string[],
): Promise<Map<string, Role>> {
  const now = realNow();
  const rows = await db()
    .select({ id: sessionTable.id, role: staffMember.role })
    .from(sessionTable)
    .innerJoin(staffMember, eq(staffMember.userId, sessionTable.userId))
    .innerJoin(provider, eq(provider.organisationId, staffMember.organisationId))
    .where(
      and(
        ...[isOneOf(sessionTable.id, sessionIds), eq(provider.id, providerId)],
        ...[gt(sessionTable.expiresAt, now), gt(sessionTable.createdAt, plus(now, -SESSION_MAX_MS))],
      ),
    );
  return new Map(rows.map(({ id, role }) => [id, role]));
}

/**
 * Selects another provider of the person for a session.
 * @throws NOT_FOUND for a provider without membership, as for an unknown one
 */
export async function switchProvider(sessionId: string, userId: string, providerId: string): Promise<void> {
  const worksFor = db()
    .select({ one: sql`1` })
    .from(staffMember)
    .innerJoin(provider, eq(provider.organisationId, staffMember.organisationId))
    .where(and(eq(staffMember.userId, userId), eq(provider.id, providerId)));
  const switched = await db()
    .update(sessionTable)
    .set({ activeProviderId: providerId, updatedAt: realNow() })
    .where(and(eq(sessionTable.id, sessionId), eq(sessionTable.userId, userId), sql`exists ${worksFor}`))
    .returning({ id: sessionTable.id });
  if (switched.length === 0) throw refuse('NOT_FOUND');
}

/** How many recovery codes a person with a second factor has left. */
export async function recoveryCodesLeft(userId: string): Promise<number> {
  const { backupCodes } = await staffAuth().api.viewBackupCodes({ body: { userId } });
  return backupCodes.length;
}

async function extend(sessionId: string, expiresAt: Date, now: Date): Promise<void> {
  const fresh = plus(now, SESSION_IDLE_MS);
  if (fresh.getTime() - expiresAt.getTime() < SESSION_EXTEND_MS) return;
  const last = sql`${sessionTable.createdAt} + make_interval(secs => ${SESSION_MAX_MS / 1_000}::int)`;
  await db()
    .update(sessionTable)
    .set({ expiresAt: sql`least(${fresh.toISOString()}::timestamptz, ${last})`, updatedAt: now })
    .where(eq(sessionTable.id, sessionId));
}
