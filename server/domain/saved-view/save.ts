import { and, eq, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { savedView } from '../../../drizzle/schema/saved-view.ts';
import { invalidValue, refuse } from '../../contract/errors.ts';
import { parentOf } from '../../contract/portal/list-names.ts';
import { MAX_SAVED_VIEWS, type savedViewSave } from '../../contract/portal/saved-view.ts';
import { lockCount } from '../../state/lock-count.ts';
import { findOrNull } from '../../state/resource.ts';
import { newId } from '../../work/ids.ts';
import type { WriteScope } from '../../work/scope.ts';
import { integrationResource } from '../model/integration/resource.ts';
import { requireStaff } from '../model/staff-caller.ts';
import { webhookResource } from '../model/webhook/resource.ts';
import { listSavedViews } from './list.ts';

/**
 * Saves a view of the person. One of the same list with the same name or the same query is replaced, so that at most one
 * view of a person is open.
 * @throws FORBIDDEN unless the caller is a person; VALIDATION_FAILED for a list that does not exist; CONFLICT above
 *   `MAX_SAVED_VIEWS` views of one list, and for a shared view with the query of one that another person shares
 */
export async function saveView(
  scope: WriteScope,
  input: z.output<typeof savedViewSave>,
): Promise<{ id: string }> {
  const { id: staffUserId } = requireStaff(scope);
  const { db, providerId, now } = scope;
  const { list, name, query, isShared } = input;
  await requireList(scope, list);
  await lockCount(scope, 'saved views');
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

/** @throws VALIDATION_FAILED for a list of a webhook or an integration that does not exist */
async function requireList(scope: WriteScope, list: string): Promise<void> {
  const parent = parentOf(list);
  if (!parent) return;
  const resource = parent.type === 'webhook' ? webhookResource : integrationResource;
  const found = await findOrNull(scope, resource, parent.id);
  if (!found || found.status === 'deleted') throw invalidValue('list', 'There is no such list.');
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
