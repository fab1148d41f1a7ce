import { notificationOperations } from '../../contract/operations/notification.ts';
import { getDigest, setDigest } from '../../domain/notification/digest.ts';
import { listNotifications } from '../../domain/notification/list.ts';
import { markNotificationsRead } from '../../domain/notification/mark-read.ts';
import { read, write } from '../handlers.ts';
import { routerOf } from '../trpc.ts';

/** The caller's notifications and daily email. They are the caller's own, so every role may change them. Portal only. */
export const notificationRouter = routerOf(notificationOperations, {
  list: read(listNotifications),
  markRead: write(markNotificationsRead),
  digest: read(getDigest),
  setDigest: write(setDigest),
});
