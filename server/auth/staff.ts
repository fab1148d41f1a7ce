import type { IncomingMessage, ServerResponse } from 'node:http';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import { provider } from '../../drizzle/schema/provider.ts';
import { staffSession as sessionTable, staffAccount, staffMember } from '../../drizzle/schema/staff.ts';
import { clientAddress } from '../client-address.ts';
import { plus, realNow } from '../clock.ts';
import { refuse } from '../contract/errors.ts';
import type { Role } from '../contract/roles.ts';
import { db } from '../db/client.ts';
import { env } from '../env.ts';
import { log } from '../log.ts';
import { secretsKey } from '../secrets-key.ts';
import { isFromForeignPage } from './own-page.ts';
import {
  ADDRESS_HEADER,
  buildStaffAuth,
  openPaths,
  SESSION_EXTEND_MS,
  SESSION_IDLE_MS,
  SESSION_MOST_MS,
  type StaffAuth,
} from './staff-auth.ts';

/** Who is signed in, for whom they work, and which account they look at. */
export type StaffSession = {
  sessionId: string;
  user: { id: string; name: string; email: string };
  role: Role;
  organisationId: string;
  provider: { id: string; name: string; livemode: boolean; timeZone: string; clockOffsetMs: number };
  /** Whether the password is still the generated one: then the session serves to change it and for nothing else. */
  mustChangePassword: boolean;
  /** Every account they may switch to, oldest membership first. */
  providers: { id: string; name: string; livemode: boolean }[];
};

const BASE_PATH = '/api/auth';
const MAX_BODY_BYTES = 16 * 1024;

let built: StaffAuth | undefined;

/** better-auth for this process's environment, built at first use. */
export function staffAuth(): StaffAuth {
  built ??= buildStaffAuth({ db: db(), log, publicUrl: env.PUBLIC_URL, secretsKey: secretsKey() });
  return built;
}

/** Answers `/api/auth/*`: sign-in, sign-out and change of password; all else is 404. Never rejects. */
export async function staffAuthHandler(
  req: IncomingMessage,
  res: ServerResponse,
  auth: StaffAuth = staffAuth(),
): Promise<void> {
  try {
    const path = (req.url ?? '').split('?')[0] ?? '';
    if (!openPaths.has(path.slice(BASE_PATH.length))) return refuseWith(res, 404, 'Not found.');
    if (req.method !== 'POST') return refuseWith(res, 405, 'Use POST.', { allow: 'POST' });
    // Before anything is counted: what a foreign page sends must not lock a person out.
    if (isFromForeignPage(req, auth.options.trustedOrigins)) return refuseWith(res, 403, 'Invalid origin.');
    const body = await readBody(req);
    if (body === null) {
      // What is still on its way is not read: the connection ends with the answer.
      return refuseWith(res, 413, 'The body is too large.', { connection: 'close' });
    }
    const answer = await auth.handler(
      new Request(new URL(path, auth.options.baseURL), {
        method: 'POST',
        headers: headersOf(req),
        body: body.length > 0 ? new Uint8Array(body) : null,
      }),
    );
    const headers: Record<string, string | string[]> = Object.fromEntries(answer.headers);
    const cookies = answer.headers.getSetCookie();
    if (cookies.length > 0) headers['set-cookie'] = cookies;
    res.writeHead(answer.status, { ...headers, 'cache-control': 'no-store' });
    res.end(Buffer.from(await answer.arrayBuffer()));
  } catch (error) {
    log.error({ err: error, path: req.url }, 'sign-in failed');
    if (res.headersSent) res.end();
    else refuseWith(res, 500, 'Something went wrong.');
  }
}

/**
 * The session behind a request's cookie, read from the database each time: ended, idle, too old and those of
 * people who left are null. A request extends it, by real time. Contract: Accounts.
 */
export async function staffSession(
  headers: Headers,
  auth: StaffAuth = staffAuth(),
): Promise<StaffSession | null> {
  const found = await auth.api.getSession({ headers, query: { disableRefresh: true } });
  if (!found) return null;
  const { session, user } = found;
  const now = realNow();
  const rows = await db()
    .select({
      provider,
      role: staffMember.role,
      mustChangePassword: sql<boolean>`coalesce(${staffAccount.password} = ${staffAccount.generatedPassword}, false)`,
    })
    .from(sessionTable)
    .innerJoin(staffMember, eq(staffMember.userId, sessionTable.userId))
    .innerJoin(provider, eq(provider.organisationId, staffMember.organisationId))
    .leftJoin(
      staffAccount,
      and(eq(staffAccount.userId, sessionTable.userId), eq(staffAccount.providerId, 'credential')),
    )
    .where(and(eq(sessionTable.id, session.id), gt(sessionTable.createdAt, plus(now, -SESSION_MOST_MS))))
    .orderBy(asc(staffMember.createdAt), asc(provider.createdAt), asc(provider.id));
  const active = rows.find((row) => row.provider.id === session.activeProviderId) ?? rows[0];
  if (!active) return null;
  await extend(session.id, session.expiresAt, now);
  const { id, name, livemode, timeZone, clockOffsetMs, organisationId } = active.provider;
  return {
    sessionId: session.id,
    user: { id: user.id, name: user.name, email: user.email },
    role: active.role,
    organisationId,
    provider: { id, name, livemode, timeZone, clockOffsetMs },
    mustChangePassword: active.mustChangePassword,
    providers: rows.map((row) => ({
      id: row.provider.id,
      name: row.provider.name,
      livemode: row.provider.livemode,
    })),
  };
}

/**
 * The session behind a request of the portal, where it may do more than change its password. Contract: Accounts.
 * @throws UNAUTHORIZED without a session; FORBIDDEN while the password is a generated one
 */
export async function requireStaffSession(headers: Headers): Promise<StaffSession> {
  const session = await staffSession(headers);
  if (!session) throw refuse('UNAUTHORIZED');
  if (session.mustChangePassword) {
    throw refuse('FORBIDDEN', { message: 'Change the generated password first.' });
  }
  return session;
}

/**
 * Makes a session look at another account of the person's own.
 * @throws NOT_FOUND for an account they do not work for, as for one that never was
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

async function extend(sessionId: string, expiresAt: Date, now: Date): Promise<void> {
  const fresh = plus(now, SESSION_IDLE_MS);
  if (fresh.getTime() - expiresAt.getTime() < SESSION_EXTEND_MS) return;
  const last = sql`${sessionTable.createdAt} + make_interval(secs => ${SESSION_MOST_MS / 1_000}::int)`;
  await db()
    .update(sessionTable)
    .set({ expiresAt: sql`least(${fresh.toISOString()}::timestamptz, ${last})`, updatedAt: now })
    .where(eq(sessionTable.id, sessionId));
}

function headersOf(req: IncomingMessage): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(req.headers)) {
    if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
  }
  headers.set(ADDRESS_HEADER, clientAddress(req));
  return headers;
}

/** The whole body, or null for one that is too large. */
async function readBody(req: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  // Left early, the stream must live: its socket still has to carry the answer.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refuseWith(
  res: ServerResponse,
  status: number,
  message: string,
  headers: Record<string, string> = {},
) {
  res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers });
  res.end(JSON.stringify({ message }));
}
