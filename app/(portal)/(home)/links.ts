import { addDays } from '@/components/table/day-range.ts';
import { type ListDefinition, listHref, listPath } from '@/components/table/list-definition.ts';
import type { MonthOfCurrency } from '@/server/contract/portal/metrics.ts';
import { webhookList } from '../developers/webhooks/list.ts';
import { installationList } from '../installations/list.ts';
import { integrationList } from '../integrations/list.ts';
import { invoiceList } from '../invoices/list.ts';
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
