import { and, eq } from 'drizzle-orm';
import { notificationRead } from '../../../drizzle/schema/notification.ts';
import type { Notification, Notifications } from '../../contract/portal/notification.ts';
import { may, type Rights } from '../../contract/roles.ts';
import type { Scope } from '../../work/scope.ts';
import { requireStaff } from '../model/staff-caller.ts';
import { sources } from './sources.ts';

/**
 * What needs the person who calls, and how much of it is unread. Nothing is stored when a cause begins or ends: each source
 * reads the state, so a notification is gone with its cause. Portal only.
 * @throws FORBIDDEN unless the caller is a person
 */
export async function listNotifications(scope: Scope): Promise<Notifications> {
  const notifications = await notificationsOf(scope, requireStaff(scope));
  return { notifications, unread: notifications.filter(({ isRead }) => !isRead).length };
}

/** The causes that stand now and on which a person can act; unread ones first. */
export async function notificationsOf(
  scope: Scope,
  person: Rights & { id: string },
): Promise<Notification[]> {
  const { cause, version, providerId, staffUserId } = notificationRead;
  const [reads, ...causes] = await Promise.all([
    scope.db
      .select({ cause, version })
      .from(notificationRead)
      .where(and(eq(providerId, scope.providerId), eq(staffUserId, person.id))),
    ...sources.filter(({ permission }) => may(person, permission)).map(({ open }) => open(scope, person)),
  ]);
  const readVersions = new Map(reads.map((read) => [read.cause, read.version]));
  return causes
    .flat()
    .map((open) => ({ ...open, isRead: readVersions.get(open.id) === open.version }))
    .sort((a, b) => Number(a.isRead) - Number(b.isRead));
}
