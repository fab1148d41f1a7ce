import { IconGift, IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { formatMoney } from '@/components/format/format-money.ts';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { ChargeSnapshot } from '@/server/contract/charge.ts';
import type { OfSubscriber } from '../subscribers/subscriber-name.ts';

type Row = OfSubscriber<ChargeSnapshot>;

/** What can be done to several charges at once. */
export function useBulkActions(): BulkAction<Row>[] {
  const { client } = trpc.useUtils();
  return useMemo(
    () => [
      {
        key: 'waive',
        label: 'Waive',
        icon: <IconGift size={15} aria-hidden />,
        typeToConfirm: 'waive',
        describe,
        preview: (row) =>
          ended(row) ?? {
            effect: `${sumOf(row)} need not be paid${row.installationId ? '; the installation is free' : ''}`,
          },
        run: ({ id, subscriberId }, call) => client.charge.waive.mutate({ chargeId: id, subscriberId }, call),
      },
      {
        key: 'cancel',
        label: 'Cancel',
        icon: <IconX size={15} aria-hidden />,
        danger: true,
        typeToConfirm: 'cancel',
        describe,
        preview: (row) =>
          ended(row) ?? {
            effect: `${sumOf(row)} is no longer due${row.installationId ? '; an open installation is cancelled too' : ''}`,
          },
        run: ({ id, subscriberId }, call) =>
          client.charge.cancel.mutate({ chargeId: id, subscriberId }, call),
      },
    ],
    [client],
  );
}

function describe(row: Row): string {
  return `${row.description}, ${row.subscriberName ?? row.subscriberId}`;
}

function ended({ status }: Row) {
  return status === 'PENDING' ? null : { skip: `already ${status.toLowerCase()}` };
}

function sumOf({ amount, currency }: Row): string {
  return formatMoney(amount, currency);
}
