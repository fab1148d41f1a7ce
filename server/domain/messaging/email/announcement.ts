import { and, eq } from 'drizzle-orm';
import { announcement } from '../../../../drizzle/schema/announcement.ts';
import { prefixes } from '../../../contract/resource-names.ts';
import type { Scope } from '../../../work/scope.ts';
import type { EmailRow } from '../../model/email/resource.ts';

/**
 * Whether the announcement of a message is paused, and whether its outage is over; null for any other message.
 * @param isLocked whether the announcement stays as it is until the transaction ends
 */
export async function readAnnouncement(
  scope: Pick<Scope, 'db' | 'providerId'>,
  { kind, factId }: EmailRow,
  { isLocked = false } = {},
): Promise<{ isPaused: boolean; isOver: boolean } | null> {
  if (kind !== 'NOTICE' || !factId.startsWith(`${prefixes.announcement}_`)) return null;
  const query = scope.db
    .select({ pausedAt: announcement.pausedAt, resolvedAt: announcement.resolvedAt })
    .from(announcement)
    .where(and(eq(announcement.providerId, scope.providerId), eq(announcement.id, factId)));
  const [row] = await (isLocked ? query.for('share') : query);
  return row ? { isPaused: row.pausedAt !== null, isOver: row.resolvedAt !== null } : null;
}
