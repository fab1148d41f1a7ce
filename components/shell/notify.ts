import type { NotificationData } from '@mantine/notifications';

let showHost: () => void = () => undefined;

/** Registers the host of the messages, which is rendered with the first one. */
export function onFirstNotice(show: () => void) {
  showHost = show;
}

/** Shows a short message in the corner. The component that shows it is loaded with the first message. */
export async function notify(notice: NotificationData) {
  showHost();
  const { notifications } = await import('@mantine/notifications');
  notifications.show({ closeButtonProps: { 'aria-label': 'Dismiss' }, ...notice });
}

/** Closes a message. */
export async function hideNotice(id: string) {
  const { notifications } = await import('@mantine/notifications');
  notifications.hide(id);
}
