import { IconGift, IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { trpc } from '@/components/trpc/client.ts';
import { dryRunOf } from '@/components/trpc/use-dry-runs.ts';
import type { ChargeSnapshot } from '@/server/contract/charge.ts';
import type { OfSubscriber } from '../subscribers/subscriber-name.ts';

type Row = OfSubscriber<ChargeSnapshot>;

/** The bulk actions of the list of charges. */
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
        preview: ({ id, subscriberId }) => ({
          dryRun: dryRunOf('charge.waive', { chargeId: id, subscriberId }),
        }),
        run: ({ id, subscriberId }, call) => client.charge.waive.mutate({ chargeId: id, subscriberId }, call),
      },
      {
        key: 'cancel',
        label: 'Cancel',
        icon: <IconX size={15} aria-hidden />,
        danger: true,
        typeToConfirm: 'cancel',
        describe,
        preview: ({ id, subscriberId }) => ({
          dryRun: dryRunOf('charge.cancel', { chargeId: id, subscriberId }),
        }),
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
