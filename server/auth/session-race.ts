import { eq } from 'drizzle-orm';
import { staffAccount, staffSession, staffUser } from '../../drizzle/schema/staff.ts';
import type { Db } from '../db/client.ts';

type OfRequest = { request?: Request | undefined };

const credentialsAtStart = new WeakMap<Request, string>();

/**
 * Remembers the credentials of a person when a sign-in begins. Checking a password takes long enough for a change of it to be
 * committed meanwhile, and the session would outlive that change.
 * @param email in lower case
 */
export async function noteCredentials({ request }: OfRequest, db: Db, email: string): Promise<void> {
  if (request) credentialsAtStart.set(request, await credentialsOf(db, eq(staffUser.email, email)));
}

/** Ends a session that was started with credentials that are no longer those of the person. Contract: Accounts. */
export async function endOutdatedSession(
  { request }: OfRequest,
  db: Db,
  session: { id: string; userId: string },
): Promise<void> {
  const before = request && credentialsAtStart.get(request);
  if (before === undefined || before === (await credentialsOf(db, eq(staffUser.id, session.userId)))) return;
  await db.delete(staffSession).where(eq(staffSession.id, session.id));
}

async function credentialsOf(db: Db, isPerson: ReturnType<typeof eq>): Promise<string> {
  const { email, twoFactorEnabled } = staffUser;
  const [row] = await db
    .select({ email, twoFactorEnabled, password: staffAccount.password })
    .from(staffUser)
    .leftJoin(staffAccount, eq(staffAccount.userId, staffUser.id))
    .where(isPerson);
  return JSON.stringify(row ?? null);
}
