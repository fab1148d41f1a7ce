import type { ageings, invoiceKinds, voidReasons } from '@/server/contract/enums.ts';
import type { InvoiceSnapshot } from '@/server/contract/invoice.ts';

const DAY_MS = 86_400_000;

export const ageingNames: Record<(typeof ageings)[number], string> = {
  NOT_DUE: 'Not due yet',
  DAYS_1_7: '1–7 days overdue',
  DAYS_8_30: '8–30 days overdue',
  OVER_30: 'Over 30 days overdue',
};

export const kindNames: Record<(typeof invoiceKinds)[number], string> = {
  FIRST: 'First cycle',
  RENEWAL: 'Renewal',
  REACTIVATION: 'Reactivation',
  UPGRADE: 'Upgrade',
};

/** Why an invoice is void, as the rest of a sentence that begins with "Void". */
export const voidWords: Record<(typeof voidReasons)[number], string> = {
  REISSUED: 'asked for anew at other terms',
  TERMS_CHANGED: 'the terms of the subscription changed',
  CANCELLED: 'the subscription was cancelled',
  PLAN_REMOVED: 'the plan was removed',
  DEACTIVATED: 'the subscription was deactivated',
  GRACE_EXPIRED: 'unpaid to the end of grace',
  MIGRATED_OUT: 'the subscription moved to another system',
  SUBSCRIBER_TERMINATED: 'the subscriber was terminated',
  UPGRADE_PAYMENT_EXPIRED: 'the upgrade was not paid in time',
  UPGRADE_SUPERSEDED: 'another change took the place of the upgrade',
};

type Owed = Pick<InvoiceSnapshot, 'status' | 'dueAt'>;

/** For how many days, begun ones included, an open invoice has been overdue; 0 for any other. */
export function daysOverdue({ status, dueAt }: Owed, now: string): number {
  if (status !== 'OPEN') return 0;
  return Math.max(0, Math.ceil((Date.parse(now) - Date.parse(dueAt)) / DAY_MS));
}

/** What a list says beside the status of an invoice. */
export function overdueWords(invoice: Owed, now: string): string | null {
  const days = daysOverdue(invoice, now);
  return days === 0 ? null : `${days} ${days === 1 ? 'day' : 'days'} overdue`;
}
