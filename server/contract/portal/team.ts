import { z } from 'zod';
import { emailInput, idInput, idOutput, instantOutput, text } from '../primitives.ts';
import { roles } from '../roles.ts';

const role = z.enum(roles);
/** The id of a person. better-auth chooses its form. */
const userId = text(1, 255);

/** A person of the organisation's team. */
export const memberSnapshot = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  joinedAt: instantOutput,
  /** Null before the first sign-in. */
  lastSignInAt: instantOutput.nullable(),
  hasSecondFactor: z.boolean(),
});
export type MemberSnapshot = z.output<typeof memberSnapshot>;

/** An invitation that is neither accepted nor withdrawn. */
export const invitationSnapshot = z.object({
  id: idOutput('invitation'),
  email: z.string(),
  role,
  invitedBy: z.string(),
  createdAt: instantOutput,
  expiresAt: instantOutput,
  isExpired: z.boolean(),
});
export type InvitationSnapshot = z.output<typeof invitationSnapshot>;

/** An invitation with its link, which is null where an email carries it. */
export const invitationWithLink = invitationSnapshot.extend({ link: z.string().nullable() });
export type InvitationWithLink = z.output<typeof invitationWithLink>;

export const team = z.object({
  members: z.array(memberSnapshot),
  invitations: z.array(invitationSnapshot),
  requiresSecondFactor: z.boolean(),
});
export type Team = z.output<typeof team>;

export const invitationCreate = z.strictObject({ email: emailInput, role });
export const invitationId = z.strictObject({ id: idInput('invitation') });
export const memberId = z.strictObject({ id: userId });
export const memberRole = z.strictObject({ id: userId, role });
export const secondFactorRule = z.strictObject({ isRequired: z.boolean() });
/** `confirm` is the email address of the next owner. */
export const ownershipTransfer = z.strictObject({ id: userId, confirm: text(1, 254) });

/** An invitation as its link shows it. */
export type OpenInvitation = {
  email: string;
  role: z.output<typeof role>;
  organisation: string;
  invitedBy: string;
  /** Whether a person with this address has an account and signs in to join. */
  hasAccount: boolean;
};
