import { IconCash } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { trpc } from '@/components/trpc/client.ts';
import { dryRunOf } from '@/components/trpc/use-dry-runs.ts';
import type { InvoiceSnapshot } from '@/server/contract/invoice.ts';
import type { OfSubscriber } from '../subscribers/subscriber-name.ts';

type Row = OfSubscriber<InvoiceSnapshot>;

/** The bulk actions of the list of invoices. */
export function useBulkActions(): BulkAction<Row>[] {
  const { client } = trpc.useUtils();
  return useMemo(
    () => [
      {
        key: 'pay',
        label: 'Record payment',
        icon: <IconCash size={15} aria-hidden />,
        typeToConfirm: 'received',
        describe: (row) => `${row.number}, ${row.subscriberName ?? row.subscriberId}`,
        preview: (row) => ({ dryRun: dryRunOf('payment.create', paymentOf(row)) }),
        run: (row, call) => client.payment.create.mutate(paymentOf(row), call),
      },
    ],
    [client],
  );
}

/** The request states the amount that is shown, so a changed amount is refused. A paid invoice has no request. */
function paymentOf({ id, amountDue, currency }: Row) {
  return { invoiceId: id, ...(amountDue > 0 && { amount: amountDue }), currency, rail: 'manual' as const };
}
