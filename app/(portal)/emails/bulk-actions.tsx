import { IconSend } from '@tabler/icons-react';
import { bulkAction } from '@/components/table/bulk-action.ts';

/** Actions on several messages. */
export const bulkActions = [
  bulkAction('emails.resend', {
    label: 'Send',
    icon: <IconSend size={15} aria-hidden />,
    effect: 'Is queued again and sent within seconds',
  }),
];
