import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { bulkAction } from '@/components/table/bulk-action.ts';

const describe = ({ planName }: { planName: string }) => planName;

/** The bulk actions of the list of plans. */
export const bulkActions = [
  bulkAction('plans.disable', {
    label: 'Disable',
    icon: <IconPlayerPause size={15} aria-hidden />,
    danger: true,
    typeToConfirm: 'disable',
    describe,
  }),
  bulkAction('plans.enable', {
    label: 'Enable',
    icon: <IconPlayerPlay size={15} aria-hidden />,
    describe,
  }),
];
