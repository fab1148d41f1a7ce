import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { savedView } from '../../../drizzle/schema/saved-view.ts';
import { refuse } from '../../contract/errors.ts';
import { MAX_SAVED_VIEWS, type savedViewSave } from '../../contract/saved-view.ts';
import { newId } from '../../db/ids.ts';
import type { WriteScope } from '../../db/scope.ts';
import { personOf } from './person.ts';

/**
 * Saves a view of the person. One of the same list and name is replaced.
 * @throws FORBIDDEN unless the caller is a person; CONFLICT above `MAX_SAVED_VIEWS` views of one list
 */
export async function saveView(
  scope: WriteScope,
  input: z.output<typeof savedViewSave>,
): Promise<{ id: string }> {
  const { id: staffUserId } = personOf(scope);
  const { db, providerId, now } = scope;
  const { list, name, query, isShared } = input;
  const [saved] = await db
    .insert(savedView)
    .values({
      id: newId('savedView', now),
      ...{ providerId, staffUserId, list, name, query, isShared },
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoUpdate({
      target: [savedView.providerId, savedView.list, savedView.staffUserId, savedView.name],
      set: { query, isShared, updatedAt: now },
    })
    .returning({ id: savedView.id });
  const own = await db.$count(
    savedView,
    and(
      eq(savedView.providerId, providerId),
      eq(savedView.list, list),
      eq(savedView.staffUserId, staffUserId),
    ),
  );
  if (!saved || own > MAX_SAVED_VIEWS) {
    throw refuse('CONFLICT', { message: `At most ${MAX_SAVED_VIEWS} views of a list can be saved.` });
  }
  return saved;
}
