import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { operationOf } from '@/components/trpc/operation.ts';
import type { DemarcationPointSnapshot } from '@/server/contract/demarcation-point.ts';

/** The bulk actions of the list of demarcation points. */
export const bulkActions: BulkAction<DemarcationPointSnapshot>[] = [
  {
    key: 'retire',
    label: 'Retire',
    icon: <IconArchive size={15} aria-hidden />,
    danger: true,
    describe: (row) => row.name,
    operation: ({ id }) => operationOf('demarcationPoint.update', { id, status: 'RETIRED' }),
  },
  {
    key: 'restore',
    label: 'Restore',
    icon: <IconArchiveOff size={15} aria-hidden />,
    describe: (row) => row.name,
    operation: ({ id }) => operationOf('demarcationPoint.update', { id, status: 'AVAILABLE' }),
  },
];
