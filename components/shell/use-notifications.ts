import { trpc } from '@/components/trpc/client.ts';
import type { Notification } from '@/server/contract/portal/notification.ts';

const POLLED_EACH_MS = 30_000;

/** What needs the person who is signed in. All parts of a page share one query, which is polled. */
export function useNotifications() {
  const utils = trpc.useUtils();
  const query = trpc.notification.list.useQuery(
    {},
    { refetchInterval: POLLED_EACH_MS, staleTime: POLLED_EACH_MS },
  );
  const markRead = async (notifications: Notification[]) => {
    const read = notifications.filter(({ isRead }) => !isRead).map(({ id, version }) => ({ id, version }));
    if (read.length === 0) return;
    utils.notification.list.setData({}, await utils.client.notification.markRead.mutate({ read }));
  };
  return { ...query, notifications: query.data?.notifications, unread: query.data?.unread ?? 0, markRead };
}
