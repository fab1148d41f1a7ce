import { and, eq, notInArray } from 'drizzle-orm';
import type { z } from 'zod';
import { notificationRead } from '../../../drizzle/schema/notification.ts';
import { realNow } from '../../clock.ts';
import type { Notifications, notificationsRead } from '../../contract/portal/notification.ts';
import type { WriteScope } from '../../work/scope.ts';
import { requireStaff } from '../model/staff-caller.ts';
import { listNotifications, notificationsOf } from './list.ts';

/**
 * Marks notifications as read for the person who calls. Causes that do not stand are left out, and their read marks are
 * deleted.
 * @throws FORBIDDEN unless the caller is a person
 */
export async function markNotificationsRead(
  scope: WriteScope,
  { read }: z.output<typeof notificationsRead>,
): Promise<Notifications> {
  const person = requireStaff(scope);
  const standing = (await notificationsOf(scope, person)).map(({ id }) => id);
  const mine = and(
    eq(notificationRead.providerId, scope.providerId),
    eq(notificationRead.staffUserId, person.id),
  );
  await scope.db
    .delete(notificationRead)
    .where(and(mine, notInArray(notificationRead.cause, [...standing, ...read.map(({ id }) => id)])));
  const readAt = realNow();
  for (const { id: cause, version } of read.filter(({ id }) => standing.includes(id))) {
    const values = { providerId: scope.providerId, staffUserId: person.id, cause, version, readAt };
    await scope.db
      .insert(notificationRead)
      .values(values)
      .onConflictDoUpdate({
        target: [notificationRead.providerId, notificationRead.staffUserId, notificationRead.cause],
        set: { version, readAt },
      });
  }
  return listNotifications(scope);
}
