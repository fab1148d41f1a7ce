import { humanize } from '@/components/format/status-badge.tsx';
import type { ListDefinition } from '@/components/table/list-definition.ts';
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
