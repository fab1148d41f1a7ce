import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { subscriberTag, tag } from '../../../drizzle/schema/note.ts';
import type { SubscriberTag, subscriberTagsSet } from '../../contract/portal/tag.ts';
import { isOneOf } from '../../db/statement.ts';
import { findForUpdate } from '../../state/resource.ts';
import { audit } from '../../work/audit.ts';
import { newId } from '../../work/ids.ts';
import type { WriteScope } from '../../work/scope.ts';
import { requireStaff } from '../model/staff-caller.ts';
import { requireNotErased } from '../model/subscriber/erased.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';
import { tagsOf } from './read.ts';

/**
 * Gives a subscriber exactly these tags. A tag that stays keeps who put it there. Names that differ in case only are one
 * tag. Portal only.
 * @throws NOT_FOUND; IMMUTABLE once the subscriber is erased
 */
export async function setSubscriberTags(
  scope: WriteScope,
  { subscriberId, names }: z.output<typeof subscriberTagsSet>,
): Promise<SubscriberTag[]> {
  const { name: taggedBy } = requireStaff(scope);
  const { providerId, now } = scope;
  const row = await findForUpdate(scope, subscriberResource, subscriberId);
  requireNotErased(row);
  const { id } = row;
  const before = await tagsOf(scope, id);
  const wanted = await ensureTags(scope, names);
  const removed = before.filter(({ id: tagId }) => !wanted.includes(tagId));
  const added = wanted.filter((tagId) => !before.some((each) => each.id === tagId));
  if (removed.length > 0) {
    await scope.db.delete(subscriberTag).where(
      and(
        eq(subscriberTag.providerId, providerId),
        eq(subscriberTag.subscriberId, id),
        isOneOf(
          subscriberTag.tagId,
          removed.map((each) => each.id),
        ),
      ),
    );
  }
  if (added.length > 0) {
    await scope.db
      .insert(subscriberTag)
      .values(added.map((tagId) => ({ providerId, subscriberId: id, tagId, taggedBy, taggedAt: now })));
  }
  const after = await tagsOf(scope, id);
  if (removed.length + added.length > 0) {
    const namesOf = (each: SubscriberTag[]) => each.map(({ name }) => name);
    audit(
      scope,
      'subscriber.set_tags',
      { type: 'subscriber', id },
      { tags: { before: namesOf(before), after: namesOf(after) } },
    );
  }
  return after;
}

/** The ids of the provider's tags with these names. Unknown names become tags. Contract: Tenancy. */
async function ensureTags({ db, providerId, now }: WriteScope, names: string[]): Promise<string[]> {
  // Of several spellings, the first counts.
  const byName = new Map([...names].reverse().map((name) => [name.toLowerCase(), name]));
  if (byName.size === 0) return [];
  const drafts = [...byName.values()].map((name) => ({
    ...{ id: newId('tag', now), providerId, name, createdAt: now, updatedAt: now },
  }));
  // In the order of names, so that two requests that create the same tags do not wait for each other in a circle.
  drafts.sort((a, b) => (a.name.toLowerCase() < b.name.toLowerCase() ? -1 : 1));
  await db.insert(tag).values(drafts).onConflictDoNothing();
  const rows = await db
    .select({ id: tag.id })
    .from(tag)
    .where(
      and(eq(tag.providerId, providerId), sql`lower(${tag.name}) = any(${sql.param([...byName.keys()])})`),
    );
  return rows.map(({ id }) => id);
}
