import type { mailKinds, mailStatuses } from '@/server/contract/enums.ts';

export const mailKindNames: Record<(typeof mailKinds)[number], string> = {
  INVOICE: 'Invoice',
  OVERDUE: 'Payment overdue',
  SUSPENSION: 'Service suspended',
  RECEIPT: 'Receipt',
  WEBHOOK_FAILING: 'Webhook failing',
  WEBHOOK_DISABLED: 'Webhook disabled',
};

/** What a state means to whoever looks at the outbox. */
export const mailStatusNames: Record<(typeof mailStatuses)[number], string> = {
  QUEUED: 'Queued',
  SENT: 'Sent',
  FAILED: 'Failed',
  HELD: 'Held here',
  DROPPED: 'Not sent',
};
