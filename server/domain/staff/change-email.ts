import { eq, sql } from 'drizzle-orm';
import { staffUser, staffVerification } from '../../../drizzle/schema/staff.ts';
import { realNow } from '../../clock.ts';
import { db } from '../../db/client.ts';
import { databaseError } from '../../db/errors.ts';

const UNIQUE_VIOLATION = '23505';

type ChangedEmail = { person: { id: string; name: string; email: string }; before: string };

/**
 * Replaces the address with which a person signs in, and uses up the link for it. All that is pending for the person ends, and
 * all other sessions do. Contract: Accounts.
 * @param change the new address, in lower case, and the id of the link, which the caller has verified
 * @param keptSession the id of the session of the request; null without one
 * @returns null when another person has the address by now, for a link that was used or ended meanwhile, and for an unknown person
 */
export async function changeEmail(
  change: { userId: string; email: string; linkId: string },
  keptSession: string | null,
): Promise<ChangedEmail | null> {
  const { userId, email, linkId } = change;
  return db()
    .transaction(async (tx) => {
      const [user] = await tx.select().from(staffUser).where(eq(staffUser.id, userId)).for('update');
      if (!user) return null;
      // Under the lock, because a change of credentials that ended the link may have been committed meanwhile.
      const used = await tx.delete(staffVerification).where(eq(staffVerification.id, linkId)).returning();
      if (used.length === 0) return null;
      await tx.execute(sql`select set_config('demarc.kept_session', ${keptSession ?? ''}, true)`);
      // A person whose name is the address keeps no address of the past, which could become that of another.
      const name = user.name === user.email ? email : user.name;
      await tx.update(staffUser).set({ name, email, updatedAt: realNow() }).where(eq(staffUser.id, userId));
      return { person: { id: userId, name, email }, before: user.email };
    })
    .catch((error: unknown) => {
      if (databaseError(error)?.code === UNIQUE_VIOLATION) return null;
      throw error;
    });
}
