import { invoiceKindNames } from '@/components/format/invoice-kind.ts';
import { humanize } from '@/components/format/status-badge.tsx';
import type { ListDefinition } from '@/components/table/list-definition.ts';
import { invoiceKinds, invoiceStatuses } from '@/server/contract/enums.ts';
import { ageings } from '@/server/contract/portal/invoice-values.ts';
import { ageingNames } from './labels.ts';

export const invoiceList: ListDefinition = {
  resource: 'invoices',
  noun: { one: 'invoice', many: 'invoices' },
  search: 'Invoice number',
  created: 'Issued',
  filters: [
    {
      kind: 'enum',
      key: 'status',
      label: 'Status',
      options: invoiceStatuses.map((value) => ({ value, label: humanize(value) })),
      isAnyOf: true,
    },
    { kind: 'days', key: 'due', label: 'Due', isAhead: true },
    { kind: 'amount', key: 'amount', label: 'Total' },
    {
      kind: 'enum',
      key: 'ageing',
      label: 'Ageing',
      options: ageings.map((value) => ({ value, label: ageingNames[value] })),
    },
    { kind: 'boolean', key: 'overdue', label: 'Overdue', yes: 'Overdue', no: 'Open, not overdue' },
    { kind: 'text', key: 'currency', label: 'Currency', placeholder: 'KES' },
    {
      kind: 'enum',
      key: 'kind',
      label: 'Kind',
      options: invoiceKinds.map((value) => ({ value, label: invoiceKindNames[value] })),
      isAnyOf: true,
    },
    { kind: 'record', key: 'subscriberId', label: 'Subscriber', of: 'subscriber' },
    { kind: 'record', key: 'subscriptionId', label: 'Subscription', of: 'subscription' },
  ],
};
