import { and, eq } from 'drizzle-orm';
import { provider } from '../../../drizzle/schema/provider.ts';
import { staffAccount, staffMember, staffUser } from '../../../drizzle/schema/staff.ts';
import { realNow } from '../../clock.ts';
import { refuse } from '../../contract/errors.ts';
import { audit } from '../../work/audit.ts';
import type { WriteScope } from '../../work/scope.ts';
import { generatePassword } from './create.ts';

/**
 * Gives an owner of the account a generated password, which has to be changed at the next sign-in. It ends the sessions and
 * pending links of the person. A second factor stays. Contract: Operator.
 * @returns the password, which is shown once
 * @throws NOT_FOUND when the address is not that of an owner
 */
export async function newOwnerPassword(scope: WriteScope, { email }: { email: string }): Promise<string> {
  const [owner] = await scope.db
    .select({ id: staffUser.id })
    .from(provider)
    .innerJoin(staffMember, eq(staffMember.organisationId, provider.organisationId))
    .innerJoin(staffUser, eq(staffUser.id, staffMember.userId))
    .where(and(eq(provider.id, scope.providerId), eq(staffMember.role, 'owner'), eq(staffUser.email, email)));
  if (!owner) throw refuse('NOT_FOUND', { message: `${email} is not an owner of this account.` });
  const { password, hash } = await generatePassword();
  await scope.db
    .update(staffAccount)
    .set({ password: hash, generatedPassword: hash, updatedAt: realNow() })
    .where(and(eq(staffAccount.userId, owner.id), eq(staffAccount.providerId, 'credential')));
  audit(scope, 'password.reset', { type: 'staffUser', id: owner.id });
  return password;
}
