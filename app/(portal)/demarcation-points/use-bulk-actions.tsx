import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { DemarcationPointSnapshot } from '@/server/contract/demarcation-point.ts';

/** The bulk actions of the list of demarcation points. */
export function useBulkActions(): BulkAction<DemarcationPointSnapshot>[] {
  const { client } = trpc.useUtils();
  return useMemo(
    () => [
      {
        key: 'retire',
        label: 'Retire',
        icon: <IconArchive size={15} aria-hidden />,
        danger: true,
        describe: (row) => row.name,
        preview: (row) =>
          row.status === 'AVAILABLE'
            ? { effect: 'No new subscriptions; existing ones stay in service' }
            : { skip: 'already retired' },
        run: (row, call) => client.demarcationPoint.update.mutate({ id: row.id, status: 'RETIRED' }, call),
      },
      {
        key: 'restore',
        label: 'Restore',
        icon: <IconArchiveOff size={15} aria-hidden />,
        describe: (row) => row.name,
        preview: (row) =>
          row.status === 'RETIRED'
            ? { effect: 'New subscriptions can use it again' }
            : { skip: 'already available' },
        run: (row, call) => client.demarcationPoint.update.mutate({ id: row.id, status: 'AVAILABLE' }, call),
      },
    ],
    [client],
  );
}
