import { humanize } from '@/components/format/status-badge.tsx';
import type { ListDefinition } from '@/components/table/list-definition.ts';
import { subscriptionStatuses } from '@/server/contract/enums.ts';

export const subscriptionList: ListDefinition = {
  resource: 'subscriptions',
  noun: { one: 'subscription', many: 'subscriptions' },
  search: 'Subscriber, reference or username',
  filters: [
    {
      kind: 'enum',
      key: 'status',
      label: 'Status',
      options: subscriptionStatuses.map((value) => ({ value, label: humanize(value) })),
      isAnyOf: true,
    },
    { kind: 'record', key: 'planId', label: 'Plan', of: 'plan' },
    { kind: 'record', key: 'demarcationPointId', label: 'Demarcation point', of: 'demarcationPoint' },
    { kind: 'record', key: 'subscriberId', label: 'Subscriber', of: 'subscriber' },
    { kind: 'boolean', key: 'overdue', label: 'Payment', yes: 'Overdue', no: 'Not overdue' },
    { kind: 'days', key: 'expires', label: 'Paid until', isAhead: true },
    { kind: 'boolean', key: 'inService', label: 'Service', yes: 'In service', no: 'Not in service' },
    { kind: 'text', key: 'currency', label: 'Currency', placeholder: 'KES' },
    { kind: 'days', key: 'started', label: 'First paid' },
    { kind: 'day', key: 'inServiceAt', label: 'In service at the start of' },
    { kind: 'day', key: 'outOfServiceAt', label: 'Not in service at the start of' },
    { kind: 'days', key: 'graceEnds', label: 'Grace ends', isAhead: true },
    { kind: 'boolean', key: 'promised', label: 'Promise to pay', yes: 'Promised', no: 'None' },
    { kind: 'boolean', key: 'owing', label: 'Balance', yes: 'Due', no: 'Nothing due' },
    { kind: 'boolean', key: 'ending', label: 'Ending', yes: 'Will end', no: 'Continues' },
    {
      kind: 'boolean',
      key: 'isExternal',
      label: 'Origin',
      yes: 'From an external system',
      no: 'Created in Demarc',
    },
  ],
};
