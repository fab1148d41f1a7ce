import { and, eq, or } from 'drizzle-orm';
import type { z } from 'zod';
import { savedView } from '../../../drizzle/schema/saved-view.ts';
import { refuse } from '../../contract/errors.ts';
import type { savedViewId } from '../../contract/portal/saved-view.ts';
import { may } from '../../contract/roles.ts';
import type { WriteScope } from '../../work/scope.ts';
import { requireStaff } from '../model/staff-caller.ts';

/**
 * Deletes a view: the person's own, or a shared one of anybody for a person who may change settings.
 * @throws FORBIDDEN unless the caller is a person; NOT_FOUND for any other view
 */
export async function deleteView(
  scope: WriteScope,
  { id }: z.output<typeof savedViewId>,
): Promise<{ id: string }> {
  const person = requireStaff(scope);
  const isOwn = eq(savedView.staffUserId, person.id);
  const [deleted] = await scope.db
    .delete(savedView)
    .where(
      and(
        eq(savedView.providerId, scope.providerId),
        eq(savedView.id, id),
        may(person, 'settings:write') ? or(isOwn, savedView.isShared) : isOwn,
      ),
    )
    .returning({ id: savedView.id });
  if (!deleted) throw refuse('NOT_FOUND', { field: 'id' });
  return deleted;
}
