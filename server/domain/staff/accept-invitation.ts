import { randomUUID } from 'node:crypto';
import { and, asc, eq, gt } from 'drizzle-orm';
import { organisation, provider } from '../../../drizzle/schema/provider.ts';
import { staffAccount, staffInvitation, staffMember, staffUser } from '../../../drizzle/schema/staff.ts';
import { realNow } from '../../clock.ts';
import type { OpenInvitation } from '../../contract/portal/team.ts';
import type { Role } from '../../contract/roles.ts';
import { db, type Tx } from '../../db/client.ts';
import type { WriteScope } from '../../work/scope.ts';
import { type Origin, transaction } from '../../work/transaction.ts';
import { hashToken } from '../model/link-token.ts';
import { auditInOrganisation, organisationsOf } from './organisation.ts';
import { requireOwnName } from './own-name.ts';

/**
 * A person who joins: one with an account, who may take another name, or a new one. The names are those that `personName` admits.
 */
export type Joiner =
  | { userId: string; name: string; newName: string }
  | { name: string; passwordHash: string };

export type Joined = { userId: string; providerId: string; livemode: boolean };

/** The invitation of a link; null for a link that was used, withdrawn or replaced, or that has expired. */
export async function openInvitation(token: string): Promise<OpenInvitation | null> {
  const [row] = await db()
    .select({
      email: staffInvitation.email,
      role: staffInvitation.role,
      organisation: organisation.name,
      invitedBy: staffInvitation.invitedBy,
      account: staffUser.id,
    })
    .from(staffInvitation)
    .innerJoin(organisation, eq(organisation.id, staffInvitation.organisationId))
    .leftJoin(staffUser, eq(staffUser.email, staffInvitation.email))
    .where(isOpen(token));
  if (!row) return null;
  const { account, ...invitation } = row;
  return { ...invitation, hasAccount: account !== null };
}

/**
 * Accepts an invitation: the person becomes a member, and the link stops working. The caller has checked that a person
 * with an account is the invited one. Contract: Team.
 * @returns null when the link does not work any more, and for a new person whose address has an account by now
 * @throws CONFLICT for a name that looks like that of another member, a key or an integration of the organisation
 */
export async function acceptInvitation(
  { token, correlationId }: { token: string; correlationId: string },
  joiner: Joiner,
): Promise<Joined | null> {
  const [account] = await db()
    .select({
      ...{ providerId: provider.id, livemode: provider.livemode },
      ...{ role: staffInvitation.role, email: staffInvitation.email },
    })
    .from(staffInvitation)
    .innerJoin(provider, eq(provider.organisationId, staffInvitation.organisationId))
    .where(isOpen(token))
    .orderBy(asc(provider.createdAt), asc(provider.id))
    .limit(1);
  if (!account) return null;
  const { providerId, livemode, role, email } = account;
  const userId = 'userId' in joiner ? joiner.userId : randomUUID();
  const name = 'newName' in joiner ? joiner.newName : joiner.name;
  const caller = { type: 'staff', id: userId, name, email, role } as const;
  const origin: Origin = { providerId, livemode, besideAdvance: true, caller, correlationId };
  return transaction(origin, async (scope) => {
    // Only one of two requests with the same link deletes the row.
    const [row] = await scope.db.delete(staffInvitation).where(isOpen(token)).returning();
    if (!row) return null;
    const person = { id: userId, name, email };
    const former = await organisationsOf(scope.db, userId);
    await requireOwnName(scope.db, person, [...new Set([...former, row.organisationId])]);
    if (name !== joiner.name) await rename(scope, person, joiner.name, former);
    if (!(await addMember(scope, row, userId, joiner))) {
      // The invitation stays open for the account that exists.
      await scope.db.insert(staffInvitation).values(row);
      return null;
    }
    return { userId, providerId, livemode };
  });
}

/** Gives a person who joins the name that differs from those of the team. */
async function rename(
  scope: WriteScope,
  { id, name }: { id: string; name: string },
  before: string,
  organisations: string[],
): Promise<void> {
  await scope.db.update(staffUser).set({ name, updatedAt: realNow() }).where(eq(staffUser.id, id));
  const changes = { name: { before, after: name } };
  await auditInOrganisation(scope, organisations, 'member.renamed', { type: 'staffUser', id }, changes);
}

/**
 * Makes a person a member of the organisation, and a new person a user. A member stays as it is.
 * @param scope of that person
 * @returns false when the address of a new person has an account
 */
export async function addMember(
  scope: WriteScope,
  { organisationId, email, role }: { organisationId: string; email: string; role: Role },
  userId: string,
  joiner: Joiner,
): Promise<boolean> {
  const now = realNow();
  const stamps = { createdAt: now, updatedAt: now };
  if ('passwordHash' in joiner && !(await createUser(scope.db, { id: userId, email, ...joiner, ...stamps })))
    return false;
  const joined = await scope.db
    .insert(staffMember)
    .values({ organisationId, userId, role, ...stamps })
    .onConflictDoNothing()
    .returning({ userId: staffMember.userId });
  if (joined.length > 0) {
    const subject = { type: 'staffUser', id: userId } as const;
    await auditInOrganisation(scope, organisationId, 'member.joined', subject, {
      email: { before: null, after: email },
      role: { before: null, after: role },
    });
  }
  return true;
}

/** @returns false when the address has an account */
async function createUser(
  tx: Tx,
  {
    passwordHash,
    ...person
  }: { id: string; email: string; name: string; passwordHash: string; createdAt: Date; updatedAt: Date },
): Promise<boolean> {
  const { id, createdAt, updatedAt } = person;
  const made = await tx
    .insert(staffUser)
    .values({ ...person, emailVerified: true })
    .onConflictDoNothing({ target: staffUser.email })
    .returning({ id: staffUser.id });
  if (made.length === 0) return false;
  await tx.insert(staffAccount).values({
    ...{ id: randomUUID(), accountId: id, providerId: 'credential', userId: id, password: passwordHash },
    ...{ createdAt, updatedAt },
  });
  return true;
}

const isOpen = (token: string) =>
  and(eq(staffInvitation.tokenHash, hashToken(token)), gt(staffInvitation.expiresAt, realNow()));
