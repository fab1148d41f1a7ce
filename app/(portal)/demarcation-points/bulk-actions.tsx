import { IconArchive, IconArchiveOff } from '@tabler/icons-react';
import { bulkAction } from '@/components/table/bulk-action.ts';
import { messageAction } from '../announcements/message-action.tsx';

/** The bulk actions of the list of demarcation points. */
export const bulkActions = [
  bulkAction('demarcation-points.retire', {
    label: 'Retire',
    icon: <IconArchive size={15} aria-hidden />,
    danger: true,
  }),
  bulkAction('demarcation-points.restore', {
    label: 'Restore',
    icon: <IconArchiveOff size={15} aria-hidden />,
  }),
  messageAction,
];
