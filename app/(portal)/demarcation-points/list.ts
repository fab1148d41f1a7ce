import type { ListDefinition } from '@/components/data/list-definition.ts';
import { humanize } from '@/components/data/status-badge.tsx';
import { demarcationPointStatuses } from '@/server/contract/enums.ts';

export const demarcationPointList: ListDefinition = {
  resource: 'demarcation-points',
  noun: { one: 'demarcation point', many: 'demarcation points' },
  search: 'Name, address or NAS',
  filters: [
    {
      kind: 'enum',
      key: 'status',
      label: 'Status',
      options: demarcationPointStatuses.map((value) => ({ value, label: humanize(value) })),
    },
  ],
};
