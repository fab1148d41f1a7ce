import { humanize } from '@/components/format/status-badge.tsx';
import type { ListDefinition } from '@/components/table/list-definition.ts';
import { paymentStatuses, railNames, railTitles } from '@/server/contract/enums.ts';

const options = (values: readonly string[]) => values.map((value) => ({ value, label: humanize(value) }));

export const paymentList: ListDefinition = {
  resource: 'payments',
  noun: { one: 'payment', many: 'payments' },
  search: 'Subscriber, reference or invoice number',
  filters: [
    { kind: 'enum', key: 'status', label: 'Status', options: options(paymentStatuses), isAnyOf: true },
    { kind: 'days', key: 'completed', label: 'Completed' },
    { kind: 'amount', key: 'amount', label: 'Amount' },
    {
      kind: 'enum',
      key: 'rail',
      label: 'Payment method',
      options: railNames.map((value) => ({ value, label: railTitles[value] })),
      isAnyOf: true,
    },
    { kind: 'boolean', key: 'refundDue', label: 'Refund', yes: 'Due', no: 'None due' },
    { kind: 'record', key: 'subscriberId', label: 'Subscriber', of: 'subscriber' },
    { kind: 'record', key: 'invoiceId', label: 'Invoice', of: 'invoice' },
    { kind: 'text', key: 'currency', label: 'Currency', placeholder: 'KES' },
    { kind: 'text', key: 'reference', label: 'Reference', placeholder: 'PAY-…' },
    { kind: 'record', key: 'subscriptionId', label: 'Subscription', of: 'subscription' },
    { kind: 'record', key: 'chargeId', label: 'Charge', of: 'charge' },
  ],
};
