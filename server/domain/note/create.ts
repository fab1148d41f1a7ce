import type { z } from 'zod';
import type { NoteSnapshot, noteCreate } from '../../contract/portal/note.ts';
import { findForUpdate, presentOne } from '../../state/resource.ts';
import { insertRows } from '../../state/write-rows.ts';
import { audit } from '../../work/audit.ts';
import { newId } from '../../work/ids.ts';
import type { WriteScope } from '../../work/scope.ts';
import { noteResource } from '../model/note/resource.ts';
import { requireStaff } from '../model/staff-caller.ts';
import { requireNotErased } from '../model/subscriber/erased.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';

/**
 * Writes a note about a subscriber. The audit entry has no text, because entries are never deleted. Portal only.
 * @throws NOT_FOUND; IMMUTABLE once the subscriber is erased
 */
export async function createNote(
  scope: WriteScope,
  { subscriberId, text }: z.output<typeof noteCreate>,
): Promise<NoteSnapshot> {
  const { id: authorId, name: authorName } = requireStaff(scope);
  const row = await findForUpdate(scope, subscriberResource, subscriberId);
  requireNotErased(row);
  const { id } = row;
  const { providerId, now } = scope;
  const [made] = await insertRows(scope, noteResource, [
    {
      ...{ id: newId('note', now), providerId, subscriberId: id, text, authorId, authorName },
      ...{ editedAt: null, createdAt: now, updatedAt: now },
    },
  ]);
  if (!made) throw new Error('no note was created');
  audit(scope, 'subscriber.create_note', { type: 'subscriber', id });
  return presentOne(scope, noteResource, made);
}
