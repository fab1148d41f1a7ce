'use client';

import { Button } from '@mantine/core';
import { TextLink } from '@/components/format/text-link.tsx';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import classes from './notification-bell.module.css';
import { NotificationItem } from './notification-item.tsx';
import { ProblemAlert } from './problem-alert.tsx';
import { TimeBasis } from './time-basis.tsx';
import { useNotifications } from './use-notifications.ts';

const SHOWN = 6;

/** What the bell opens: the first notifications, unread ones before the others. */
export function NotificationPanel({ onClose }: { onClose: () => void }) {
  const { notifications = [], unread, markRead, error, refetch } = useNotifications();
  return (
    <section aria-label="Notifications" className={classes.panel}>
      <div className={classes.head}>
        Notifications
        {unread > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={() => markRead(notifications)}>
            Mark all as read
          </Button>
        )}
      </div>
      {error ? (
        <ProblemAlert problem={toApiProblem(error)} onRetry={() => refetch()} />
      ) : notifications.length === 0 ? (
        <div className={classes.empty}>Nothing needs your attention.</div>
      ) : (
        <ul className={classes.list}>
          {notifications.slice(0, SHOWN).map((notification) => (
            <NotificationItem
              key={notification.id}
              notification={notification}
              onOpen={() => {
                void markRead([notification]);
                onClose();
              }}
            />
          ))}
        </ul>
      )}
      <div className={classes.basis}>
        <TimeBasis />
      </div>
      <div className={classes.foot}>
        <TextLink href="/notifications" size="sm" onClick={onClose}>
          {notifications.length > SHOWN ? `Show all ${notifications.length}` : 'Show notifications'}
        </TextLink>
        <TextLink href="/settings/notifications" size="sm" onClick={onClose}>
          Settings
        </TextLink>
      </div>
    </section>
  );
}
