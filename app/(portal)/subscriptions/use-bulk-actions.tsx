import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { trpc } from '@/components/trpc/client.ts';
import { dryRunOf } from '@/components/trpc/use-dry-runs.ts';
import type { NamedSubscription } from './named-subscription.ts';

/** The bulk actions of the list of subscriptions. */
export function useBulkActions(): BulkAction<NamedSubscription>[] {
  const { client } = trpc.useUtils();
  return useMemo(
    () => [
      {
        key: 'cancel',
        label: 'Cancel',
        icon: <IconX size={15} aria-hidden />,
        danger: true,
        typeToConfirm: 'cancel',
        describe: (row) => `${row.subscriberName ?? row.subscriberId}, ${row.planName ?? row.planId}`,
        preview: ({ id }) => ({ dryRun: dryRunOf('subscription.cancel', { id }) }),
        run: (row, call) => client.subscription.cancel.mutate({ id: row.id }, call),
      },
    ],
    [client],
  );
}
