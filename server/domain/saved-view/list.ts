import { and, asc, eq, or, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { savedView } from '../../../drizzle/schema/saved-view.ts';
import { staffUser } from '../../../drizzle/schema/staff.ts';
import type { SavedView, savedViewsOf } from '../../contract/portal/saved-view.ts';
import { may } from '../../contract/roles.ts';
import type { Scope } from '../../work/scope.ts';
import { requireStaff } from '../model/staff-caller.ts';

/**
 * The views of a list that the person saved, and those that others share, by name.
 * @throws FORBIDDEN unless the caller is a person
 */
export async function listSavedViews(
  scope: Scope,
  { list }: z.output<typeof savedViewsOf>,
): Promise<SavedView[]> {
  const person = requireStaff(scope);
  const rows = await scope.db
    .select({
      id: savedView.id,
      name: savedView.name,
      query: savedView.query,
      isShared: savedView.isShared,
      owner: staffUser.name,
      staffUserId: savedView.staffUserId,
    })
    .from(savedView)
    .innerJoin(staffUser, eq(staffUser.id, savedView.staffUserId))
    .where(
      and(
        eq(savedView.providerId, scope.providerId),
        eq(savedView.list, list),
        or(savedView.isShared, eq(savedView.staffUserId, person.id)),
      ),
    )
    .orderBy(asc(sql`lower(${savedView.name})`), asc(savedView.id));
  return rows.map(({ staffUserId, ...view }) => {
    const isOwn = staffUserId === person.id;
    return { ...view, isOwn, isDeletable: isOwn || may(person, 'settings:write') };
  });
}
