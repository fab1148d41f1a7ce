import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { staffTwoFactor, staffUser } from '../../drizzle/schema/staff.ts';
import { realNow } from '../clock.ts';
import type { Tx } from '../db/client.ts';
import { operator } from '../domain/partner/as-operator.ts';
import { audit } from '../work/audit.ts';
import { transaction } from '../work/transaction.ts';
import { accountsOf } from './record-security-event.ts';

/**
 * Deletes the second factor of a person who lost both the app and the recovery codes, and ends all sessions of the person. For the
 * operator, who decides that the request is genuine; the entry in the audit trail of each account has the actor `operator`.
 * Contract: Second factor.
 * @param email in lower case
 * @returns whether the person had a second factor; null for an address without staff
 */
export async function resetSecondFactorOf(
  email: string,
): Promise<{ userId: string; hadFactor: boolean } | null> {
  const accounts = await accountsOf(email);
  const [first] = accounts;
  if (!first) return null;
  const { id } = first.user;
  const correlationId = randomUUID();
  let hadFactor = false;
  for (const { providerId, livemode } of accounts) {
    const origin = {
      providerId,
      livemode,
      besideAdvance: true,
      correlationId,
      caller: operator,
    } as const;
    await transaction(origin, async (scope) => {
      const deleted = await deleteFactor(scope.db, id);
      hadFactor ||= deleted;
      if (hadFactor) audit(scope, 'second_factor.reset', { type: 'staffUser', id });
    });
  }
  return { userId: id, hadFactor };
}

async function deleteFactor(db: Tx, userId: string): Promise<boolean> {
  const rows = await db.delete(staffTwoFactor).where(eq(staffTwoFactor.userId, userId)).returning();
  if (rows.length === 0) return false;
  await db
    .update(staffUser)
    .set({ twoFactorEnabled: false, updatedAt: realNow() })
    .where(eq(staffUser.id, userId));
  return true;
}
