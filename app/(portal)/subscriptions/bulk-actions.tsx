import { IconX } from '@tabler/icons-react';
import { bulkAction } from '@/components/table/bulk-action.ts';
import { messageAction } from '../announcements/message-action.tsx';

/** The bulk actions of the list of subscriptions. */
export const bulkActions = [
  bulkAction('subscriptions.cancel', {
    label: 'Cancel',
    icon: <IconX size={15} aria-hidden />,
    danger: true,
    typeToConfirm: 'cancel',
  }),
  messageAction,
];
