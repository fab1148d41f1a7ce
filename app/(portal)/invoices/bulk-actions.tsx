import { IconCash } from '@tabler/icons-react';
import type { OfSubscriber } from '@/components/format/subscriber-name.ts';
import { bulkAction } from '@/components/table/bulk-action.ts';
import type { InvoiceSnapshot } from '@/server/contract/invoice.ts';

/** The bulk actions of the list of invoices. */
export const bulkActions = [
  bulkAction('invoices.pay', {
    label: 'Record payment',
    icon: <IconCash size={15} aria-hidden />,
    typeToConfirm: 'received',
    describe: (row: OfSubscriber<InvoiceSnapshot>) =>
      `${row.number}, ${row.subscriberName ?? row.subscriberId}`,
  }),
];
