'use client';

import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { lazyPart } from './lazy-part.tsx';
import classes from './notification-bell.module.css';
import { PopoverButton } from './popover-button.tsx';
import { useNotifications } from './use-notifications.ts';

const NotificationPanel = lazyPart(() => import('./notification-panel.tsx'), 'NotificationPanel');

/** How much is unread, and the latest of it. */
export function NotificationBell() {
  const { unread } = useNotifications();
  const label = unread > 0 ? `Notifications, ${unread} unread` : 'Notifications';
  return (
    <PopoverButton
      position="bottom-end"
      width="min(400px, calc(100vw - 20px))"
      button={
        <ActionIcon size="lg" title="Notifications" aria-label={label} className={classes.bell}>
          <IconBell size={18} aria-hidden />
          {unread > 0 && (
            <span className={classes.count} aria-hidden>
              {unread > 9 ? '9+' : unread}
            </span>
          )}
        </ActionIcon>
      }
    >
      {(close) => <NotificationPanel onClose={close} />}
    </PopoverButton>
  );
}
