import { humanize } from '@/components/format/status-badge.tsx';
import type { ListDefinition } from '@/components/table/list-definition.ts';
import { chargeStatuses } from '@/server/contract/enums.ts';

export const chargeList: ListDefinition = {
  resource: 'charges',
  noun: { one: 'charge', many: 'charges' },
  search: 'Description',
  filters: [
    {
      kind: 'enum',
      key: 'status',
      label: 'Status',
      options: chargeStatuses.map((value) => ({ value, label: humanize(value) })),
      isAnyOf: true,
    },
    { kind: 'amount', key: 'amount', label: 'Amount' },
    { kind: 'record', key: 'subscriberId', label: 'Subscriber', of: 'subscriber' },
    { kind: 'record', key: 'subscriptionId', label: 'Subscription', of: 'subscription' },
  ],
};
