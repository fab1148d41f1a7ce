'use client';

import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { RowLink } from '@/components/format/row-link.tsx';
import { SentenceText } from '@/components/format/sentence-text.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import type { Notification } from '@/server/contract/portal/notification.ts';
import { describeNotification } from '@/server/contract/texts/describe-notification.ts';
import classes from './notification-item.module.css';
import { actionOf } from './notification-links.ts';

type ItemProps = {
  notification: Notification;
  /** Called when its page is opened. */
  onOpen: () => void;
  action?: ReactNode;
};

/** One cause that needs a person, with what they do about it. It links to the page where they do that. */
export function NotificationItem({ notification, onOpen, action }: ItemProps) {
  const { at, isRead } = notification;
  const { label, href } = actionOf(notification);
  return (
    <li className={classes.root} data-unread={isRead ? undefined : true}>
      <span className={classes.dot} aria-hidden />
      <div className={classes.text}>
        <div className={classes.sentence}>
          <RowLink href={href} onClick={onOpen}>
            {!isRead && <VisuallyHidden>Unread: </VisuallyHidden>}
            <SentenceText sentence={describeNotification(notification)} />{' '}
            <span className={classes.step}>{label}</span>
          </RowLink>
        </div>
        <div className={classes.time}>
          Since <TimeText value={at} />
        </div>
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </li>
  );
}
