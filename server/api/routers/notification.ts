import { z } from 'zod';
import { notificationDigest, notifications, notificationsRead } from '../../contract/notification.ts';
import { getDigest, setDigest } from '../../domain/notification/digest.ts';
import { listNotifications } from '../../domain/notification/list.ts';
import { markNotificationsRead } from '../../domain/notification/mark-read.ts';
import { read, write } from '../handlers.ts';
import { procedure, router } from '../trpc.ts';

const nothing = z.strictObject({});

/** The caller's notifications and daily email. They are the caller's own, so every role may change them. Portal only. */
export const notificationRouter = router({
  list: procedure('read').input(nothing).output(notifications).query(read(listNotifications)),
  markRead: procedure('read')
    .input(notificationsRead)
    .output(notifications)
    .mutation(write(markNotificationsRead)),
  digest: procedure('read').input(nothing).output(notificationDigest).query(read(getDigest)),
  setDigest: procedure('read')
    .input(notificationDigest)
    .output(notificationDigest)
    .mutation(write(setDigest)),
});
