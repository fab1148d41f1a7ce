import { IconPlugConnectedX } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { NetworkSessionSnapshot } from '@/server/contract/network-session.ts';

/** Bulk actions of the session list. */
export function useBulkActions(): BulkAction<NetworkSessionSnapshot>[] {
  const { client } = trpc.useUtils();
  return useMemo(
    () => [
      {
        key: 'disconnect',
        label: 'Disconnect sessions',
        danger: true,
        icon: <IconPlugConnectedX size={15} aria-hidden />,
        describe: (row) => `${row.username}, ${row.ipAddress ?? 'no address'}`,
        preview: (row) =>
          row.endedAt === null
            ? { effect: 'Goes offline; its router may sign in again' }
            : { skip: 'has already ended' },
        run: (row, call) => client.networkSession.disconnect.mutate({ id: row.id }, call),
      },
    ],
    [client],
  );
}
