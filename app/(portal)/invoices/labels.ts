import { daysText } from '@/server/contract/days.ts';
import type { InvoiceSnapshot } from '@/server/contract/invoice.ts';
import { isOpenInvoice } from '@/server/contract/invoice-rules.ts';
import { daysOverdue } from '@/server/contract/overdue.ts';
import type { ageings, voidReasons } from '@/server/contract/portal/invoice-values.ts';

export const ageingNames: Record<(typeof ageings)[number], string> = {
  NOT_DUE: 'Not overdue',
  DAYS_1_7: '1–7 days overdue',
  DAYS_8_30: '8–30 days overdue',
  OVER_30: 'Over 30 days overdue',
};

/** Why an invoice is void, as the rest of a sentence that begins with "Void". */
export const voidReasonTexts: Record<(typeof voidReasons)[number], string> = {
  REISSUED: 'reissued with other terms',
  TERMS_CHANGED: 'the terms of the subscription changed',
  CANCELLED: 'the subscription was cancelled',
  PLAN_REMOVED: 'the plan was removed',
  DEACTIVATED: 'the subscription was deactivated',
  GRACE_EXPIRED: 'unpaid at the end of the grace period',
  MIGRATED_OUT: 'the subscription moved to another system',
  SUBSCRIBER_TERMINATED: 'the subscriber was terminated',
  UPGRADE_PAYMENT_EXPIRED: 'the upgrade was not paid in time',
  UPGRADE_SUPERSEDED: 'another change replaced the upgrade',
};

type Due = Pick<InvoiceSnapshot, 'status' | 'dueAt'>;

/** The text beside the status of an invoice that is due. */
export function dueText(invoice: Due, now: string): { text: string; isOverdue: boolean } | null {
  const days = isOpenInvoice(invoice) ? daysOverdue(new Date(invoice.dueAt), new Date(now)) : null;
  if (days === null) return null;
  if (days === 0) return { text: 'due now', isOverdue: false };
  return { text: `${daysText(days)} overdue`, isOverdue: true };
}
