import { IconCash } from '@tabler/icons-react';
import { bulkAction } from '@/components/table/bulk-action.ts';

/** The bulk actions of the list of invoices. */
export const bulkActions = [
  bulkAction('invoices.pay', {
    label: 'Record payment',
    icon: <IconCash size={15} aria-hidden />,
    typeToConfirm: 'received',
  }),
];
