import { IconCash } from '@tabler/icons-react';
import type { OfSubscriber } from '@/components/format/subscriber-name.ts';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { operationOf } from '@/components/trpc/operation.ts';
import type { InvoiceSnapshot } from '@/server/contract/invoice.ts';

/** The bulk actions of the list of invoices. */
export const bulkActions: BulkAction<OfSubscriber<InvoiceSnapshot>>[] = [
  {
    key: 'pay',
    label: 'Record payment',
    icon: <IconCash size={15} aria-hidden />,
    typeToConfirm: 'received',
    describe: (row) => `${row.number}, ${row.subscriberName ?? row.subscriberId}`,
    // The request states the amount that is shown, so a changed amount is refused. A paid invoice states none.
    operation: ({ id, amountDue, currency }) =>
      operationOf('payment.create', {
        invoiceId: id,
        ...(amountDue > 0 && { amount: amountDue }),
        currency,
        rail: 'manual',
      }),
  },
];
