import { humanize } from '@/components/format/status-badge.tsx';
import type { ListDefinition } from '@/components/table/list-definition.ts';
import { subscriptionStatuses } from '@/server/contract/enums.ts';

export const subscriptionList: ListDefinition = {
  resource: 'subscriptions',
  noun: { one: 'subscription', many: 'subscriptions' },
  filters: [
    {
      kind: 'enum',
      key: 'status',
      label: 'Status',
      options: subscriptionStatuses.map((value) => ({ value, label: humanize(value) })),
    },
    { kind: 'day', key: 'expiresBefore', label: 'Paid until (before)' },
    {
      kind: 'boolean',
      key: 'isExternal',
      label: 'Origin',
      yes: 'From an external system',
      no: 'Created in Demarc',
    },
    { kind: 'text', key: 'planId', label: 'Plan ID', placeholder: 'pln_…' },
    { kind: 'text', key: 'demarcationPointId', label: 'Demarcation point ID', placeholder: 'dmp_…' },
    { kind: 'text', key: 'subscriberId', label: 'Subscriber ID', placeholder: 'sub_…' },
  ],
};
