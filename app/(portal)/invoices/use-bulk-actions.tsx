import { IconCash } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatMoney } from '@/components/format/format-money.ts';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { InvoiceSnapshot } from '@/server/contract/invoice.ts';
import type { OfSubscriber } from '../subscribers/subscriber-name.ts';

type Row = OfSubscriber<InvoiceSnapshot>;

/** What can be done to several invoices at once. */
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
        preview: whatIsReceived,
        // The sum that was shown is stated, so that one changed meanwhile is refused.
        run: ({ id, amountDue, currency }, call) =>
          client.payment.create.mutate({ invoiceId: id, amount: amountDue, currency, rail: 'manual' }, call),
      },
    ],
    [client],
  );
}

const follows: Record<InvoiceSnapshot['kind'], string> = {
  FIRST: 'the subscription starts',
  RENEWAL: 'the next cycle is paid',
  REACTIVATION: 'the subscription is in service with a new cycle',
  UPGRADE: 'the new plan applies at once',
};

function whatIsReceived({ status, amountDue, currency, kind }: Row) {
  if (status !== 'OPEN') return { skip: status === 'PAID' ? 'already paid' : 'void' };
  return {
    effect: `${formatMoney(amountDue, currency)} received in cash or by transfer: ${follows[kind]}. Event: payment.received`,
  };
}
