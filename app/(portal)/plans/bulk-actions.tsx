import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { bulkAction } from '@/components/table/bulk-action.ts';

/** The bulk actions of the list of plans. */
export const bulkActions = [
  bulkAction('plans.disable', {
    label: 'Disable',
    icon: <IconPlayerPause size={15} aria-hidden />,
    danger: true,
    typeToConfirm: 'disable',
  }),
  bulkAction('plans.enable', {
    label: 'Enable',
    icon: <IconPlayerPlay size={15} aria-hidden />,
  }),
];
