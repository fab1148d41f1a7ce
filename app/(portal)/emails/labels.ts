import type { emailKinds, emailStatuses, MessageChannel } from '@/server/contract/enums.ts';

export const emailKindLabels: Record<(typeof emailKinds)[number], string> = {
  INVOICE: 'Invoice',
  REMINDER: 'Reminder',
  OVERDUE: 'Payment overdue',
  LAST_WARNING: 'Last reminder',
  SUSPENSION: 'Service suspended',
  RESTORED: 'Service on again',
  RECEIPT: 'Receipt',
  REFUND: 'Refund',
  PROMPT: 'Payment request',
  CREDIT_NOTE: 'Credit note',
  PAGE_LINK: 'Link to the customer’s page',
  NOTICE: 'Notice',
  WEBHOOK_FAILING: 'Webhook failing',
  WEBHOOK_DISABLED: 'Webhook disabled',
  NOTIFICATIONS: 'Daily notifications',
  INVITATION: 'Invitation',
  PASSWORD_RESET: 'Password reset',
  EMAIL_CONFIRMATION: 'Email address to confirm',
  EMAIL_CHANGE_REQUESTED: 'Email address change requested',
  EMAIL_CHANGED: 'Email address changed',
};

export const channelLabels: Record<MessageChannel, string> = { EMAIL: 'Email', SMS: 'SMS' };

export const emailStatusLabels: Record<(typeof emailStatuses)[number], string> = {
  QUEUED: 'Queued',
  SENT: 'Sent',
  DELIVERED: 'Delivered',
  FAILED: 'Failed',
  UNKNOWN: 'Unknown',
  HELD: 'Held',
  DROPPED: 'Not sent',
};

/** The verb of the action that queues an email again. */
export function sendVerbOf({ status }: { status: (typeof emailStatuses)[number] }): 'Resend' | 'Send' {
  return status === 'SENT' || status === 'DELIVERED' || status === 'UNKNOWN' ? 'Resend' : 'Send';
}
