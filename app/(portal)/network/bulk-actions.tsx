import { IconPlugConnectedX } from '@tabler/icons-react';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { operationOf } from '@/components/trpc/operation.ts';
import type { NetworkSessionSnapshot } from '@/server/contract/network-session.ts';

/** Bulk actions of the session list. */
export const bulkActions: BulkAction<NetworkSessionSnapshot>[] = [
  {
    key: 'disconnect',
    label: 'Disconnect sessions',
    danger: true,
    icon: <IconPlugConnectedX size={15} aria-hidden />,
    describe: (row) => `${row.username}, ${row.ipAddress ?? 'no address'}`,
    operation: ({ id }) => operationOf('networkSession.disconnect', { id }),
    effect: 'Goes offline; its router may sign in again',
  },
];
