import { IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { trpc } from '@/components/trpc/client.ts';
import { hasEnded } from '@/server/contract/subscription-rules.ts';
import type { NamedSubscription } from './named-subscription.ts';

/** What can be done to several subscriptions at once. */
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
        preview: endOf,
        run: (row, call) => client.subscription.cancel.mutate({ id: row.id }, call),
      },
    ],
    [client],
  );
}

function endOf(row: NamedSubscription): { effect: string } | { skip: string } {
  if (hasEnded(row)) return { skip: 'has ended already' };
  if (row.cancelAt !== null) return { skip: 'is to be cancelled already' };
  if (row.status === 'PENDING') return { effect: 'Ends at once; it was never paid' };
  if (row.status === 'INACTIVE') return { effect: 'Ends; it cannot be reactivated' };
  if (row.currentCycle?.status === 'OVERDUE') return { effect: 'Ends at once, since it is overdue' };
  return { effect: 'Stays in service until the end of the paid cycle, then ends' };
}
