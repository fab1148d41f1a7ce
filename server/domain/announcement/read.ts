import { sql } from 'drizzle-orm';
import type { z } from 'zod';
import { announcement } from '../../../drizzle/schema/announcement.ts';
import type {
  AnnouncementSnapshot,
  announcementId,
  announcementList,
} from '../../contract/portal/announcement.ts';
import { find, presentOne } from '../../state/resource.ts';
import type { Scope } from '../../work/scope.ts';
import { contains, equals } from '../list/filters.ts';
import { defineList } from '../list/list.ts';
import { announcementResource } from '../model/announcement/resource.ts';

/** @throws NOT_FOUND */
export async function getAnnouncement(
  scope: Scope,
  { id }: z.output<typeof announcementId>,
): Promise<AnnouncementSnapshot> {
  return presentOne(scope, announcementResource, await find(scope, announcementResource, id));
}

/** Announcements, with what became of the messages of each. */
export const listAnnouncements = defineList<typeof announcementResource, z.output<typeof announcementList>>(
  announcementResource,
  {
    filters: {
      kind: equals(announcement.kind),
      open: {
        where: (given) =>
          sql`(${announcement.kind} = 'OUTAGE' and ${announcement.resolvedAt} is null) = ${given}`,
      },
      q: contains(sql`concat_ws(' ', ${announcement.pageText}, (
        select string_agg(concat_ws(' ', t.subject, t.body), ' ') from message_text t
        where t.provider_id = ${announcement.providerId} and t.id in (${announcement.emailTextId}, ${announcement.smsTextId})))`),
    },
  },
);
