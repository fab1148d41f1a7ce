import type { z } from 'zod';
import { refuse } from '../../contract/errors.ts';
import type { NoteSnapshot, noteUpdate } from '../../contract/portal/note.ts';
import { mayEditNote } from '../../contract/portal/note-rules.ts';
import { instantOfChange } from '../../state/record.ts';
import { findForUpdate, presentOne } from '../../state/resource.ts';
import { updateRows } from '../../state/write-rows.ts';
import { audit } from '../../work/audit.ts';
import type { WriteScope } from '../../work/scope.ts';
import { noteResource } from '../model/note/resource.ts';
import { requireStaff } from '../model/staff-caller.ts';

/**
 * Changes the text of a note. Portal only.
 * @throws NOT_FOUND; FORBIDDEN for a note by another author
 */
export async function updateNote(
  scope: WriteScope,
  { id, text }: z.output<typeof noteUpdate>,
): Promise<NoteSnapshot> {
  const row = await findForUpdate(scope, noteResource, id);
  if (!mayEditNote(row, requireStaff(scope))) {
    throw refuse('FORBIDDEN', { message: 'Only its author can change a note.' });
  }
  if (row.text === text) return presentOne(scope, noteResource, row);
  const at = instantOfChange(scope, { row });
  const [after] = await updateRows(scope, noteResource, [{ id, text, editedAt: at, updatedAt: at }]);
  if (!after) throw new Error(`${id} does not exist`);
  audit(scope, 'subscriber.update_note', { type: 'subscriber', id: row.subscriberId });
  return presentOne(scope, noteResource, after);
}
