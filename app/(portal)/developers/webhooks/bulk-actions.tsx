import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { bulkAction } from '@/components/table/bulk-action.ts';

/** The bulk actions of the list of webhooks. */
export const bulkActions = [
  bulkAction('webhooks.disable', {
    label: 'Disable',
    icon: <IconPlayerPause size={15} aria-hidden />,
    danger: true,
  }),
  bulkAction('webhooks.enable', { label: 'Enable', icon: <IconPlayerPlay size={15} aria-hidden /> }),
];
