import type { Notification } from '@/server/contract/portal/notification.ts';

/** What a person does about the cause of a notification, and the page on which they do it. */
export function actionOf(notification: Notification): { label: string; href: string } {
  switch (notification.kind) {
    case 'WEBHOOK_FAILING':
      return { label: 'Open webhook', href: `/developers/webhooks/${notification.webhook.id}` };
    case 'INBOUND_EVENTS_FAILED':
      return {
        label: notification.count === 1 ? 'Retry event' : 'Retry events',
        href: `/integrations/${notification.integration.id}?f.status=FAILED`,
      };
    case 'OUTBOUND_SYNC_BLOCKED':
      return { label: 'Open outbound sync', href: `/integrations/${notification.integration.id}?tab=setup` };
    case 'GATEWAY_REFUND_FAILED':
      return { label: 'Retry refund', href: `/payments/${notification.paymentId}` };
    case 'PAYMENT_DISPUTED':
      return { label: 'Open payment', href: `/payments/${notification.paymentId}` };
    case 'MONEY_UNEXPECTED':
      return { label: 'Open payment', href: `/payments/${notification.paymentId}` };
    case 'MONEY_COUNTED_TWICE':
      return { label: 'Open payment', href: `/payments/${notification.paymentId}` };
    case 'EMAILS_FAILED':
      return notification.count === 1
        ? { label: 'Resend email', href: `/emails/${notification.emailId}` }
        : { label: 'Resend emails', href: '/emails?f.status=FAILED&sort=-updatedAt' };
    case 'JOB_ENDED':
      return {
        label: notification.refused > 0 ? 'Open refused rows' : 'Open job',
        href: `/jobs/${notification.job.id}${notification.refused > 0 ? '?outcome=REFUSED' : ''}`,
      };
  }
}
