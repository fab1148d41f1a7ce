import { IconPlugConnectedX } from '@tabler/icons-react';
import { bulkAction } from '@/components/table/bulk-action.ts';

/** Bulk actions of the session list. */
export const bulkActions = [
  bulkAction('network-sessions.disconnect', {
    label: 'Disconnect sessions',
    danger: true,
    icon: <IconPlugConnectedX size={15} aria-hidden />,
    effect: 'Goes offline; its router may sign in again',
  }),
];
