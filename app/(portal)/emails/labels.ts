import type { emailKinds, emailStatuses } from '@/server/contract/enums.ts';

export const emailKindLabels: Record<(typeof emailKinds)[number], string> = {
  INVOICE: 'Invoice',
  OVERDUE: 'Payment overdue',
  SUSPENSION: 'Service suspended',
  RECEIPT: 'Receipt',
  WEBHOOK_FAILING: 'Webhook failing',
  WEBHOOK_DISABLED: 'Webhook disabled',
};

export const emailStatusLabels: Record<(typeof emailStatuses)[number], string> = {
  QUEUED: 'Queued',
  SENT: 'Sent',
  FAILED: 'Failed',
  HELD: 'Held',
  DROPPED: 'Not sent',
};
