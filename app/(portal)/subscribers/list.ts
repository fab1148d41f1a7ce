import { humanize } from '@/components/format/status-badge.tsx';
import type { ListDefinition } from '@/components/table/list-definition.ts';
import { subscriberStatuses } from '@/server/contract/enums.ts';

export const subscriberList: ListDefinition = {
  resource: 'subscribers',
  noun: { one: 'subscriber', many: 'subscribers' },
  search: 'Name, email, phone, account number or external ID',
  filters: [
    {
      kind: 'enum',
      key: 'status',
      label: 'Status',
      options: subscriberStatuses.map((value) => ({ value, label: humanize(value) })),
      isAnyOf: true,
    },
    { kind: 'text', key: 'phone', label: 'Phone', placeholder: '+254712345678' },
    { kind: 'text', key: 'accountNumber', label: 'Account number' },
    { kind: 'text', key: 'externalUserId', label: 'External ID' },
    { kind: 'tags', key: 'tags', label: 'Tags' },
  ],
};
