import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { savedView } from '../../../drizzle/schema/saved-view.ts';
import { refuse } from '../../contract/errors.ts';
import { MAX_SAVED_VIEWS, type savedViewSave } from '../../contract/saved-view.ts';
import { newId } from '../../db/ids.ts';
import type { WriteScope } from '../../db/scope.ts';
import { requireStaff } from '../model/staff-caller.ts';
import { listSavedViews } from './list.ts';

/**
 * Saves a view of the person. One of the same list with the same name or the same query is replaced, so that at most one
 * view of a person is open.
 * @throws FORBIDDEN unless the caller is a person; CONFLICT above `MAX_SAVED_VIEWS` views of one list, and for a shared
 *   view with the query of one that another person shares
 */
export async function saveView(
  scope: WriteScope,
  input: z.output<typeof savedViewSave>,
): Promise<{ id: string }> {
  const { id: staffUserId } = requireStaff(scope);
  const { db, providerId, now } = scope;
  const { list, name, query, isShared } = input;
  if (isShared) await requireNewToAll(scope, input);
  const own = and(
    eq(savedView.providerId, providerId),
    eq(savedView.list, list),
    eq(savedView.staffUserId, staffUserId),
  );
  await db.delete(savedView).where(and(own, eq(savedView.query, query), ne(savedView.name, name)));
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
  if (!saved || (await db.$count(savedView, own)) > MAX_SAVED_VIEWS) {
    throw refuse('CONFLICT', { message: `At most ${MAX_SAVED_VIEWS} views of a list can be saved.` });
  }
  return saved;
}

/** @throws CONFLICT for the query of a view that another person shares */
async function requireNewToAll(
  scope: WriteScope,
  { list, query }: z.output<typeof savedViewSave>,
): Promise<void> {
  const same = (await listSavedViews(scope, { list })).find(
    (view) => view.isShared && !view.isOwn && view.query === query,
  );
  if (same) {
    throw refuse('CONFLICT', {
      field: 'query',
      message: `${same.owner} shares this view as “${same.name}”.`,
    });
  }
}
