'use client';

import { Button, Text } from '@mantine/core';
import { Panel } from '@/components/detail/panel.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { NotificationItem } from '@/components/shell/notification-item.tsx';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { TimeBasis } from '@/components/shell/time-basis.tsx';
import { useNotifications } from '@/components/shell/use-notifications.ts';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import type { Notifications } from '@/server/contract/portal/notification.ts';
import classes from './notifications.module.css';

/** Everything that needs the person who is signed in. */
export function NotificationsPage({ initial }: { initial: Notifications }) {
  const { notifications = initial.notifications, markRead, error, refetch } = useNotifications();
  const unread = notifications.filter(({ isRead }) => !isRead);
  return (
    <>
      <PageHeader
        title="Notifications"
        description={
          <>
            What needs your attention now. A notification is gone when its cause is gone.{' '}
            <TextLink href="/settings/notifications" underline="always">
              Daily email
            </TextLink>{' '}
            <TimeBasis />
          </>
        }
        actions={
          unread.length > 0 && (
            <Button variant="default" onClick={() => markRead(unread)}>
              Mark all as read
            </Button>
          )
        }
      />
      {error && <ProblemAlert problem={toApiProblem(error)} onRetry={() => refetch()} />}
      <Panel title={unread.length > 0 ? `Open, ${unread.length} unread` : 'Open'} flush>
        {notifications.length === 0 ? (
          <Text c="dimmed" p="md">
            Nothing needs your attention. Failing webhooks, failed events of integrations, refunds that the
            gateway refused and emails that could not be sent appear here.
          </Text>
        ) : (
          <ul className={classes.list}>
            {notifications.map((notification) => (
              <NotificationItem
                key={notification.id}
                notification={notification}
                onOpen={() => void markRead([notification])}
                action={
                  !notification.isRead && (
                    <Button variant="subtle" size="compact-sm" onClick={() => markRead([notification])}>
                      Mark as read
                    </Button>
                  )
                }
              />
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}
