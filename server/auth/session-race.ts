import { and, eq } from 'drizzle-orm';
import { staffAccount, staffSession, staffUser, staffVerification } from '../../drizzle/schema/staff.ts';
import { realNow } from '../clock.ts';
import type { Db, Tx } from '../db/client.ts';
import { WAITING_SIGN_IN } from '../domain/staff/waiting-sign-in.ts';

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
  ofRequest: OfRequest,
  db: Db,
  session: { id: string; userId: string },
): Promise<void> {
  if (await hasSameCredentials(ofRequest, db, session.userId)) return;
  await db.delete(staffSession).where(eq(staffSession.id, session.id));
}

/**
 * Replaces the password of the person whose credentials were noted for the request. Checking and hashing take long enough for
 * another change to be committed meanwhile, which this one must not undo. Contract: Accounts.
 * @returns false where the credentials have changed since
 */
export async function replacePassword({ request }: OfRequest, db: Db, password: string): Promise<boolean> {
  const before = request && credentialsAtStart.get(request);
  if (!before) return false;
  const { id: userId } = JSON.parse(before) as { id: string };
  return db.transaction(async (tx) => {
    const isPerson = eq(staffUser.id, userId);
    // Every change takes the lock of the row that it updates: of the password here, of the person in the others.
    await tx
      .select({ id: staffAccount.id })
      .from(staffAccount)
      .where(eq(staffAccount.userId, userId))
      .for('update');
    await tx.select({ id: staffUser.id }).from(staffUser).where(isPerson).for('update');
    if (before !== (await credentialsOf(tx, isPerson))) return false;
    await tx
      .update(staffAccount)
      .set({ password, updatedAt: realNow() })
      .where(and(eq(staffAccount.userId, userId), eq(staffAccount.providerId, 'credential')));
    // The session that the request starts next is one of the new password.
    credentialsAtStart.set(request, await credentialsOf(tx, isPerson));
    return true;
  });
}

/** The identifier of the counter of a sign-in that waits, whose value is no person. */
const ATTEMPTS = `${WAITING_SIGN_IN}attempts-`;

/** As `endOutdatedSession`, for a sign-in that waits for the second factor. Other verifications are left as they are. */
export async function endOutdatedChallenge(
  ofRequest: OfRequest,
  db: Db,
  { id, identifier, value }: { id: string; identifier: string; value: string },
): Promise<void> {
  const isChallenge = identifier.startsWith(WAITING_SIGN_IN) && !identifier.startsWith(ATTEMPTS);
  if (!isChallenge || (await hasSameCredentials(ofRequest, db, value))) return;
  await db.delete(staffVerification).where(eq(staffVerification.id, id));
}

/**
 * Whether a person has the credentials that were noted for the request. A change that is under way ends first: what the request
 * stored before this call is then either ended by the change, or the answer is false.
 */
export async function hasSameCredentials({ request }: OfRequest, db: Db, userId: string): Promise<boolean> {
  const before = request && credentialsAtStart.get(request);
  if (before === undefined) return true;
  return db.transaction(async (tx) => {
    // The trigger of a change takes this lock before it ends what is pending. The row is read afterwards, as it is then.
    await tx.select({ id: staffUser.id }).from(staffUser).where(eq(staffUser.id, userId)).for('share');
    return before === (await credentialsOf(tx, eq(staffUser.id, userId)));
  });
}

async function credentialsOf(db: Db | Tx, isPerson: ReturnType<typeof eq>): Promise<string> {
  const { id, email, twoFactorEnabled } = staffUser;
  const [row] = await db
    .select({ id, email, twoFactorEnabled, password: staffAccount.password })
    .from(staffUser)
    .leftJoin(staffAccount, eq(staffAccount.userId, staffUser.id))
    .where(isPerson);
  return JSON.stringify(row ?? null);
}
