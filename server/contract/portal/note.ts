import { z } from 'zod';
import { idInput, idOutput, instantOutput, multilineText, timestamps } from '../primitives.ts';

/** A note of staff about a subscriber. */
export const noteSnapshot = z.object({
  id: idOutput('note'),
  subscriberId: idOutput('subscriber'),
  text: z.string(),
  authorId: z.string(),
  authorName: z.string(),
  /** When its text was last changed; null for the first text. */
  editedAt: instantOutput.nullable(),
  ...timestamps,
});
export type NoteSnapshot = z.output<typeof noteSnapshot>;

const noteText = multilineText(1, 4_000);

export const noteCreate = z.strictObject({ subscriberId: idInput('subscriber'), text: noteText });
export const noteUpdate = z.strictObject({ id: idInput('note'), text: noteText });
export const noteId = z.strictObject({ id: idInput('note') });
export const noteDeletion = z.object({ id: idOutput('note'), deleted: z.literal(true) });
