import type { NotificationData } from '@mantine/notifications';

let showHost: () => void = () => undefined;

/** For the host of the messages alone: says how to bring it onto the page. */
export function onFirstNotice(show: () => void) {
  showHost = show;
}

/** A short message in the corner. What shows it is loaded with the first one. */
export async function notify(notice: NotificationData) {
  showHost();
  const { notifications } = await import('@mantine/notifications');
  notifications.show({ closeButtonProps: { 'aria-label': 'Dismiss' }, ...notice });
}
