import { and, desc, eq, gte } from 'drizzle-orm';
import { auditEntry } from '../../../drizzle/schema/provider.ts';
import { refuse } from '../../contract/errors.ts';
import { instantText } from '../../contract/instant-text.ts';
import { changedAtOf, etagOf, tagOf, versionOf } from '../../state/etag.ts';
import { lockAhead, type Resource } from '../../state/resource.ts';
import type { WriteScope } from '../../work/scope.ts';

/** Locks settings of which there is one for each account or organisation, and reads them. */
export type LockSettings = (scope: WriteScope) => Promise<{ id: string }>;

/** What a write changes: a resource with an id, or settings. */
type Target = { resource: Resource; id: string } | { settings: LockSettings };

/** What a write changes, and the versions that its `If-Match` takes. */
export type IfMatch = Target & { tags: readonly string[] | '*' };

/** Entries that are read for what changed meanwhile. */
const MAX_ENTRIES = 100;

/**
 * Requires that a resource still has the version that a client read, and locks it. An unknown one is left to the verb. Contract:
 * Versions of a resource.
 * @throws CONFLICT at `If-Match`, with what changed since then and by whom, as far as the audit entries say
 */
export async function requireMatch(scope: WriteScope, { tags, ...target }: IfMatch): Promise<void> {
  const present = await lockedVersion(scope, target);
  if (!present || tags === '*' || tags.includes(present.tag)) return;
  const since = tags.map(changedAtOf).find((at) => at !== null);
  const updatedAt = changedAtOf(present.tag);
  throw refuse('CONFLICT', {
    field: 'If-Match',
    message: 'The resource has changed since it was read.',
    details: {
      updatedAt: updatedAt && instantText(updatedAt),
      ...(since ? await changesSince(scope, present.id, since) : { changedFields: [], changedBy: null }),
    },
  });
}

/** The present entity tag of what a write changes, locked; null where it does not exist. */
async function lockedVersion(scope: WriteScope, target: Target): Promise<{ id: string; tag: string } | null> {
  if ('settings' in target) {
    const found = await target.settings(scope);
    return { id: found.id, tag: etagOf(found) };
  }
  const { resource, id } = target;
  const row = await lockAhead(scope, resource, id);
  return row && { id, tag: tagOf(versionOf(resource, row)) };
}

/** The fields that changed, and the type and name of who changed them last. */
async function changesSince({ db, providerId }: WriteScope, id: string, since: Date) {
  const { changes, actorType, actorName, createdAt } = auditEntry;
  const entries = await db
    .select({ changes, type: actorType, name: actorName, createdAt })
    .from(auditEntry)
    .where(and(eq(auditEntry.providerId, providerId), eq(auditEntry.resourceId, id), gte(createdAt, since)))
    .orderBy(desc(auditEntry.id))
    .limit(MAX_ENTRIES);
  // The entry of the version that the client read has its instant, unless another change followed within the millisecond.
  const later = entries.filter((entry) => entry.createdAt > since);
  const [last, ...others] = later.length > 0 ? later : entries;
  const fields = [last, ...(later.length > 0 ? others : [])].flatMap((entry) =>
    entry ? Object.keys(JSON.parse(entry.changes)) : [],
  );
  return {
    changedFields: [...new Set(fields)].sort(),
    changedBy: last ? { type: last.type, name: last.name } : null,
  };
}
