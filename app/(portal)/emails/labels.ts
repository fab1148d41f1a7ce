import type { emailKinds, emailStatuses } from '@/server/contract/enums.ts';

export const emailKindLabels: Record<(typeof emailKinds)[number], string> = {
  INVOICE: 'Invoice',
  OVERDUE: 'Payment overdue',
  SUSPENSION: 'Service suspended',
  RECEIPT: 'Receipt',
  WEBHOOK_FAILING: 'Webhook failing',
  WEBHOOK_DISABLED: 'Webhook disabled',
  NOTIFICATIONS: 'Daily notifications',
  INVITATION: 'Invitation',
  PASSWORD_RESET: 'Password reset',
  EMAIL_CONFIRMATION: 'Email address to confirm',
  EMAIL_CHANGE_REQUESTED: 'Email address change requested',
  EMAIL_CHANGED: 'Email address changed',
};

export const emailStatusLabels: Record<(typeof emailStatuses)[number], string> = {
  QUEUED: 'Queued',
  SENT: 'Sent',
  FAILED: 'Failed',
  HELD: 'Held',
  DROPPED: 'Not sent',
};

/** The verb of the action that queues an email again. */
export function sendVerbOf({ status }: { status: (typeof emailStatuses)[number] }): 'Resend' | 'Send' {
  return status === 'SENT' ? 'Resend' : 'Send';
}
