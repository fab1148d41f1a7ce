import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { note } from '../../../drizzle/schema/note.ts';
import { refuse } from '../../contract/errors.ts';
import type { noteDeletion, noteId } from '../../contract/portal/note.ts';
import { mayDeleteNote } from '../../contract/portal/note-rules.ts';
import { findForUpdate, owned } from '../../state/resource.ts';
import { audit } from '../../work/audit.ts';
import type { WriteScope } from '../../work/scope.ts';
import { noteResource } from '../model/note/resource.ts';
import { requireStaff } from '../model/staff-caller.ts';

/**
 * Deletes a note. Portal only.
 * @throws NOT_FOUND; FORBIDDEN for a note by another author, unless the caller is an owner or an admin
 */
export async function deleteNote(
  scope: WriteScope,
  { id }: z.output<typeof noteId>,
): Promise<z.output<typeof noteDeletion>> {
  const row = await findForUpdate(scope, noteResource, id);
  if (!mayDeleteNote(row, requireStaff(scope))) {
    throw refuse('FORBIDDEN', { message: 'Only its author, an owner or an admin can delete a note.' });
  }
  await scope.db.delete(note).where(and(owned(scope, noteResource), eq(note.id, id)));
  audit(scope, 'subscriber.delete_note', { type: 'subscriber', id: row.subscriberId });
  return { id, deleted: true };
}
