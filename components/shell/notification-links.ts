import type { Notification } from '@/server/contract/notification.ts';

/** The page on which a person ends the cause of a notification. */
export function hrefOfNotification(notification: Notification): string {
  switch (notification.kind) {
    case 'WEBHOOK_FAILING':
      return `/developers/webhooks/${notification.webhook.id}`;
    case 'INBOUND_EVENTS_FAILED':
      return `/integrations/${notification.integration.id}?f.status=FAILED`;
    case 'OUTBOUND_SYNC_BLOCKED':
      return `/integrations/${notification.integration.id}?tab=setup`;
    case 'GATEWAY_REFUND_FAILED':
      return `/payments/${notification.paymentId}`;
    case 'EMAILS_FAILED':
      return notification.count === 1
        ? `/emails/${notification.emailId}`
        : '/emails?f.status=FAILED&sort=-updatedAt';
    case 'JOB_ENDED':
      return `/jobs/${notification.job.id}`;
  }
}
