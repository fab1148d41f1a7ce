import { portalRead, portalWrite } from '../operation.ts';
import { notificationDigest, notifications, notificationsRead } from '../portal/notification.ts';
import { nothing } from '../primitives.ts';

export const notificationOperations = {
  list: portalRead({ permission: 'read', input: nothing, output: notifications }),
  markRead: portalWrite({ permission: 'read', input: notificationsRead, output: notifications }),
  digest: portalRead({ permission: 'read', input: nothing, output: notificationDigest }),
  setDigest: portalWrite({ permission: 'read', input: notificationDigest, output: notificationDigest }),
};
