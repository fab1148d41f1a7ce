import { IconGift, IconX } from '@tabler/icons-react';
import { bulkAction } from '@/components/table/bulk-action.ts';

/** The bulk actions of the list of charges. */
export const bulkActions = [
  bulkAction('charges.waive', {
    label: 'Waive',
    icon: <IconGift size={15} aria-hidden />,
    typeToConfirm: 'waive',
  }),
  bulkAction('charges.cancel', {
    label: 'Cancel',
    icon: <IconX size={15} aria-hidden />,
    danger: true,
    typeToConfirm: 'cancel',
  }),
];
