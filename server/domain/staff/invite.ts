import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { staffInvitation, staffMember, staffUser } from '../../../drizzle/schema/staff.ts';
import { plus, realNow } from '../../clock.ts';
import { DAY_MS } from '../../contract/days.ts';
import { refuse } from '../../contract/errors.ts';
import {
  type InvitationSnapshot,
  type InvitationWithLink,
  type invitationCreate,
  type invitationId,
  invitationSnapshot,
} from '../../contract/portal/team.ts';
import { env } from '../../env.ts';
import { newId } from '../../work/ids.ts';
import type { WriteScope } from '../../work/scope.ts';
import { enqueueEmails, sendsAccessEmail } from '../messaging/email/enqueue.ts';
import { requireAttemptLeft } from '../model/attempts.ts';
import { newLinkToken } from '../model/link-token.ts';
import { auditInOrganisation, lockTeam, type Organisation } from './organisation.ts';

/** Invitations of an account to one address within 15 minutes, and to all, which a new team needs. Contract: Team. */
const MAX_TO_ADDRESS = 3;
const MAX_OF_ACCOUNT = 250;

/** How long the link of an invitation works, in ms of real time. Contract: Team. */
const INVITATION_MS = 7 * DAY_MS;

type Invitation = typeof staffInvitation.$inferSelect;

/**
 * Invites a person to the team by email. All that it does is the same for an address with an account. Contract: Team.
 * @returns the invitation, with its link where no email can be sent
 * @throws FORBIDDEN; CONFLICT for a member, and for a person who is invited already; RATE_LIMITED for too many invitations
 */
export async function invite(
  scope: WriteScope,
  { email, role }: z.output<typeof invitationCreate>,
): Promise<InvitationWithLink> {
  const organisation = await lockTeam(scope);
  const members = await addressesOf(scope, organisation);
  if (members.includes(email))
    throw refuse('CONFLICT', { field: 'email', message: 'This person is a member already.' });
  await requireRoom(scope, organisation, members.length);
  const now = realNow();
  const { token, tokenHash } = newLinkToken();
  const [row] = await scope.db
    .insert(staffInvitation)
    .values({
      id: newId('invitation', now),
      organisationId: organisation.id,
      ...{ email, role, tokenHash },
      invitedBy: scope.caller.name,
      expiresAt: plus(now, INVITATION_MS),
      ...{ createdAt: now, updatedAt: now },
    })
    .onConflictDoNothing({ target: [staffInvitation.organisationId, staffInvitation.email] })
    .returning();
  if (!row) {
    throw refuse('CONFLICT', {
      field: 'email',
      message: 'This person is invited already. Resend the email.',
    });
  }
  await auditInOrganisation(scope, organisation.id, 'member.invited', subjectOf(row), {
    email: { before: null, after: email },
    role: { before: null, after: role },
  });
  return deliver(scope, organisation, row, token);
}

/** The most members and open invitations of an organisation together: the list of the team has no pages. Contract: Team. */
const MAX_TEAM = 250;

/** @throws CONFLICT for a team that is full */
async function requireRoom({ db }: WriteScope, { id }: Organisation, members: number): Promise<void> {
  const invited = await db.$count(staffInvitation, eq(staffInvitation.organisationId, id));
  if (members + invited < MAX_TEAM) return;
  throw refuse('CONFLICT', {
    message: `A team has at most ${MAX_TEAM} members and invitations. Remove or withdraw one first.`,
  });
}

/**
 * The addresses of the members. All are read, because a search for one address takes longer where a person outside the organisation
 * has it.
 */
async function addressesOf({ db }: WriteScope, organisation: Organisation): Promise<string[]> {
  const members = await db
    .select({ email: staffUser.email })
    .from(staffMember)
    .innerJoin(staffUser, eq(staffUser.id, staffMember.userId))
    .where(eq(staffMember.organisationId, organisation.id));
  return members.map(({ email }) => email);
}

/**
 * Sends an invitation again with a new link, which works for another seven days. The former link stops working.
 * Contract: Team.
 * @throws FORBIDDEN; NOT_FOUND; RATE_LIMITED for too many invitations
 */
export async function resendInvitation(
  scope: WriteScope,
  { id }: z.output<typeof invitationId>,
): Promise<InvitationWithLink> {
  const organisation = await lockTeam(scope);
  const now = realNow();
  const { token, tokenHash } = newLinkToken();
  const [row] = await scope.db
    .update(staffInvitation)
    .set({ tokenHash, expiresAt: plus(now, INVITATION_MS), updatedAt: now })
    .where(isOf(organisation, id))
    .returning();
  if (!row) throw refuse('NOT_FOUND', { field: 'id' });
  await auditInOrganisation(scope, organisation.id, 'member.invitation_resent', subjectOf(row), {});
  return deliver(scope, organisation, row, token);
}

/**
 * Withdraws an invitation. Its link stops working. Contract: Team.
 * @throws FORBIDDEN; NOT_FOUND
 */
export async function withdrawInvitation(
  scope: WriteScope,
  { id }: z.output<typeof invitationId>,
): Promise<InvitationSnapshot> {
  const organisation = await lockTeam(scope);
  const [row] = await scope.db.delete(staffInvitation).where(isOf(organisation, id)).returning();
  if (!row) throw refuse('NOT_FOUND', { field: 'id' });
  await auditInOrganisation(scope, organisation.id, 'member.invitation_withdrawn', subjectOf(row), {
    email: { before: row.email, after: null },
  });
  return viewInvitation(row);
}

async function deliver(
  scope: WriteScope,
  organisation: Organisation,
  row: Invitation,
  token: string,
): Promise<InvitationWithLink> {
  await requireFewInvitations(scope, row.email);
  const link = `${env.PUBLIC_URL}/accept-invite?token=${token}`;
  await enqueueEmails(scope, [
    {
      kind: 'INVITATION',
      accessEmail: row.email,
      factId: row.id,
      facts: {
        // Whether the address has an account is the affair of its reader: neither time nor the list of emails says it.
        name: null,
        organisation: organisation.name,
        by: row.invitedBy,
        role: row.role,
        link,
        until: row.expiresAt.toISOString(),
      },
    },
  ]);
  // The link proves that its holder reads the address. Without a mail server the owner passes it on.
  return { ...viewInvitation(row), link: sendsAccessEmail() ? null : link };
}

/** @throws RATE_LIMITED */
async function requireFewInvitations({ db, providerId }: WriteScope, email: string): Promise<void> {
  await requireAttemptLeft(db, ['invitation', 'to', providerId, email], { max: MAX_TO_ADDRESS });
  await requireAttemptLeft(db, ['invitation', 'account', providerId], { max: MAX_OF_ACCOUNT });
}

const isOf = (organisation: Organisation, id: string) =>
  and(eq(staffInvitation.organisationId, organisation.id), eq(staffInvitation.id, id));

const subjectOf = ({ id }: Invitation) => ({ type: 'invitation', id }) as const;

/** An invitation as the team page shows it. */
export function viewInvitation(row: Invitation): InvitationSnapshot {
  const [createdAt, expiresAt] = [row.createdAt.toISOString(), row.expiresAt.toISOString()];
  return invitationSnapshot.parse({ ...row, createdAt, expiresAt, isExpired: row.expiresAt <= realNow() });
}
