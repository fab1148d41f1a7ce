import { chargeStatuses, invoiceStatuses, subscriberStatuses, subscriptionStatuses } from '../enums.ts';

/**
 * The filters of the tabs above each list. The server counts the rows of each tab. Imports no library, so that pages can
 * import it at no cost.
 */

function byStatus<const S extends string>(statuses: readonly S[]): { [T in S]: { status: T } } {
  return Object.fromEntries(statuses.map((status) => [status, { status }])) as { [T in S]: { status: T } };
}

export const subscriberTabs = byStatus(subscriberStatuses);

export const subscriptionTabs = {
  overdue: { overdue: true },
  owing: { owing: true },
  ending: { ending: true },
  ...byStatus(subscriptionStatuses),
} as const;

export const invoiceTabs = byStatus(invoiceStatuses);

export const paymentTabs = {
  refundDue: { refundDue: true },
  ...byStatus(['PENDING', 'FAILED', 'EXPIRED', 'COMPLETED']),
} as const;

export const chargeTabs = byStatus(chargeStatuses);

export const networkSessionTabs = {
  online: { active: true },
  throttled: { active: true, throttled: true },
} as const;

export const jobTabs = {
  imports: { kind: 'import' },
  bulk: { kind: 'bulk' },
} as const;
