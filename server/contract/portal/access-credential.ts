import { z } from 'zod';
import { idInput, idOutput, instantOutput, text, timestamps } from '../primitives.ts';

/** An API credential as the portal shows it. Its secret is not stored. */
export const accessCredentialSnapshot = z.object({
  id: idOutput('accessCredential'),
  accessId: z.string(),
  label: z.string(),
  secretLast4: z.string(),
  /** Real time. */
  lastUsedAt: instantOutput.nullable(),
  /** Real time at which it expires; null unless it was rotated or revoked. */
  expiresAt: instantOutput.nullable(),
  isActive: z.boolean(),
  ...timestamps,
});
export type AccessCredentialSnapshot = z.output<typeof accessCredentialSnapshot>;

/** The answers of create and rotate, which show the secret once. */
export const accessCredentialWithSecret = accessCredentialSnapshot.extend({ accessSecret: z.string() });
export type AccessCredentialWithSecret = z.output<typeof accessCredentialWithSecret>;

export const accessCredentials = z.array(accessCredentialSnapshot);
export const accessCredentialCreate = z.strictObject({ label: text(1, 100) });
export const accessCredentialId = z.strictObject({ id: idInput('accessCredential') });
