import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { announcement, announcementReader } from '../../../drizzle/schema/announcement.ts';
import type { Scope } from '../../work/scope.ts';

/** Outages that the page shows. */
const MAX_OUTAGES = 3;

/** An outage with its text, and since when it is announced. */
export type PageOutage = { at: Date; text: string };

/** The outages that are announced to a subscriber and not over, the newest first. Contract: Announcements. */
export async function readOutages(scope: Scope, subscriberId: string): Promise<PageOutage[]> {
  const rows = await scope.db
    .select({ at: announcement.createdAt, text: announcement.pageText })
    .from(announcementReader)
    .innerJoin(
      announcement,
      and(
        eq(announcement.providerId, announcementReader.providerId),
        eq(announcement.id, announcementReader.announcementId),
      ),
    )
    .where(
      and(
        ...[
          eq(announcementReader.providerId, scope.providerId),
          eq(announcementReader.subscriberId, subscriberId),
        ],
        ...[
          eq(announcement.kind, 'OUTAGE'),
          isNull(announcement.resolvedAt),
          isNotNull(announcement.pageText),
        ],
      ),
    )
    .orderBy(desc(announcement.id))
    .limit(MAX_OUTAGES);
  return rows.map(({ at, text }) => ({ at, text: text ?? '' }));
}
