import { z } from 'zod';
import { personName } from '../person-name.ts';
import { instantOutput, text } from '../primitives.ts';

/** The account as its person sees it. */
export const profile = z.object({
  name: z.string(),
  email: z.string(),
  hasSecondFactor: z.boolean(),
  /** Whether an organisation of the person requires a second factor. */
  requiresSecondFactor: z.boolean(),
  recoveryCodesLeft: z.int(),
});
export type Profile = z.output<typeof profile>;

export const profileRename = z.strictObject({ name: personName });

/** A session of the person who is signed in. */
export const ownSession = z.object({
  id: z.string(),
  /** Browser and system, such as `Firefox on Windows`. */
  device: z.string(),
  address: z.string().nullable(),
  signedInAt: instantOutput,
  /** At most 15 minutes before the last request. */
  lastSeenAt: instantOutput,
  isCurrent: z.boolean(),
});
export type OwnSession = z.output<typeof ownSession>;

export const ownSessionId = z.strictObject({ id: text(1, 255) });
