import { and, asc, desc, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { subscriberTag, tag } from '../../../drizzle/schema/note.ts';
import type { SubscriberTag, subscriberTagsQuery, Tag } from '../../contract/portal/tag.ts';
import { subscriberTag as shownTag, tags } from '../../contract/portal/tag.ts';
import { present } from '../../contract/present.ts';
import { find } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { subscriberResource } from '../model/subscriber/resource.ts';

/** The most tags in a list, which has no pages. */
const MAX_LISTED = 500;

/**
 * The tags of the provider's subscribers, by name; of more than 500, those that most subscribers have. A tag without subscribers is left
 * out. Portal only.
 */
export async function listTags(scope: Scope): Promise<Tag[]> {
  const used = scope.db
    .select({ id: tag.id, name: tag.name, subscribers: sql<number>`count(*)::int`.as('subscribers') })
    .from(tag)
    .innerJoin(
      subscriberTag,
      and(eq(subscriberTag.providerId, tag.providerId), eq(subscriberTag.tagId, tag.id)),
    )
    .where(eq(tag.providerId, scope.providerId))
    .groupBy(tag.id, tag.name)
    .orderBy(desc(sql`count(*)`), tag.id)
    .limit(MAX_LISTED)
    .as('used');
  const rows = await scope.db.select().from(used).orderBy(sql`lower(${used.name})`);
  return tags.parse(rows);
}

/**
 * The tags of a subscriber, by name. Portal only.
 * @throws NOT_FOUND
 */
export async function listSubscriberTags(
  scope: Scope,
  { subscriberId }: z.output<typeof subscriberTagsQuery>,
): Promise<SubscriberTag[]> {
  const { id } = await find(scope, subscriberResource, subscriberId);
  return tagsOf(scope, id);
}

/** The tags of a subscriber of this provider, by name. */
export async function tagsOf(scope: Scope, subscriberId: string): Promise<SubscriberTag[]> {
  const { taggedBy, taggedAt } = subscriberTag;
  const rows = await scope.db
    .select({ id: tag.id, name: tag.name, taggedBy, taggedAt })
    .from(subscriberTag)
    .innerJoin(tag, and(eq(tag.providerId, subscriberTag.providerId), eq(tag.id, subscriberTag.tagId)))
    .where(and(eq(subscriberTag.providerId, scope.providerId), eq(subscriberTag.subscriberId, subscriberId)))
    .orderBy(asc(sql`lower(${tag.name})`));
  return rows.map((row) => present(shownTag, row));
}
