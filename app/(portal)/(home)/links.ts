import { addDays } from '@/components/table/day-range.ts';
import { type ListDefinition, listHref, listPath } from '@/components/table/list-definition.ts';
import { openInstallationStatuses } from '@/server/contract/installation-rules.ts';
import type { MonthOfCurrency } from '@/server/contract/portal/metrics.ts';
import type { Today } from '@/server/contract/portal/today.ts';
import type { TodayKind } from '@/server/contract/portal/today-kinds.ts';
import { webhookList } from '../developers/webhooks/list.ts';
import { installationList } from '../installations/list.ts';
import { integrationList } from '../integrations/list.ts';
import { invoiceList } from '../invoices/list.ts';
import { jobList } from '../jobs/list.ts';
import { sessionList } from '../network/list.ts';
import { paymentList } from '../payments/list.ts';
import { receiptList } from '../receipts/list.ts';
import { refundList } from '../refunds/list.ts';
import { subscriberList } from '../subscribers/list.ts';
import { subscriptionList } from '../subscriptions/list.ts';

/** The list that each number counts. The total of the list is the number. */

type Month = Pick<MonthOfCurrency, 'currency' | 'firstDay' | 'nextFirstDay' | 'isRunning'>;
type Filters = Record<string, string>;

const list = (definition: ListDefinition, filters: Filters) => listHref(definition, { filters });

/** In service at the end of the month, or now. */
const atEnd = ({ isRunning, nextFirstDay }: Month): Filters =>
  isRunning ? { inService: 'true' } : { inServiceAt: nextFirstDay };

const goneAtEnd = ({ isRunning, nextFirstDay }: Month): Filters =>
  isRunning ? { inService: 'false' } : { outOfServiceAt: nextFirstDay };

export const hrefOf = {
  inService: (month: Month) => list(subscriptionList, { currency: month.currency, ...atEnd(month) }),
  started: (month: Month) =>
    list(subscriptionList, { currency: month.currency, ...atEnd(month), startedAfter: month.firstDay }),
  returned: (month: Month) =>
    list(subscriptionList, {
      currency: month.currency,
      ...atEnd(month),
      outOfServiceAt: month.firstDay,
      startedBefore: month.firstDay,
    }),
  lost: (month: Month) =>
    list(subscriptionList, { currency: month.currency, inServiceAt: month.firstDay, ...goneAtEnd(month) }),
  payments: ({ currency, firstDay, nextFirstDay }: Month) =>
    list(paymentList, { currency, completedAfter: firstDay, completedBefore: nextFirstDay }),
  refunds: ({ currency, firstDay, nextFirstDay }: Month) =>
    listHref(refundList, { from: firstDay, to: addDays(nextFirstDay, -1), filters: { currency } }),
  overdue: (currency: string) => list(invoiceList, { currency, overdue: 'true' }),
  unmatched: list(receiptList, { status: 'UNMATCHED' }),
  ageing: (currency: string, ageing: string) => list(invoiceList, { currency, ageing }),
  subscribers: list(subscriberList, { status: 'active' }),
  online: list(sessionList, { active: 'true' }),
  installations: (status?: string) =>
    status === undefined
      ? `${listPath(installationList)}?view=list`
      : `${list(installationList, { status })}&view=list`,
  webhooks: list(webhookList, { failing: 'true' }),
  integrations: list(integrationList, { failing: 'true' }),
};

const open = { status: openInstallationStatuses.join() };

type Place = { page: ListDefinition; filters: (tomorrow: string) => Filters; more?: string };

/** Where each kind of work of a day is. `tomorrow` is the day after it. */
const placeOf: Record<TodayKind, Place> = {
  MONEY_UNMATCHED: { page: receiptList, filters: () => ({ status: 'UNMATCHED' }) },
  REFUNDS_DUE: { page: paymentList, filters: () => ({ refundDue: 'true' }) },
  PROMISES_ENDING: {
    page: subscriptionList,
    filters: (tomorrow) => ({ promised: 'true', graceEndsBefore: tomorrow }),
  },
  SUSPENSIONS_DUE: {
    page: subscriptionList,
    filters: (tomorrow) => ({ promised: 'false', graceEndsBefore: tomorrow }),
  },
  INSTALLATIONS_LATE: {
    page: installationList,
    filters: (tomorrow) => ({ ...open, scheduledBefore: addDays(tomorrow, -1) }),
    more: '&view=list',
  },
  INSTALLATIONS_TODAY: {
    page: installationList,
    filters: () => ({ ...open, scheduled: 'today' }),
    more: '&view=list',
  },
  IMPORTS_UNFINISHED: { page: jobList, filters: () => ({ kind: 'import' }) },
  WEBHOOKS_FAILING: { page: webhookList, filters: () => ({ failing: 'true' }) },
  INTEGRATIONS_FAILING: { page: integrationList, filters: () => ({ failing: 'true' }) },
};

/** The page of the one row, or the list that the number counts. */
export function hrefOfToday({ kind, only }: Today['items'][number], tomorrow: string): string {
  const { page, filters, more = '' } = placeOf[kind];
  return only ? `${listPath(page)}/${only.id}` : list(page, filters(tomorrow)) + more;
}
