import { IconX } from '@tabler/icons-react';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { operationOf } from '@/components/trpc/operation.ts';
import type { NamedSubscription } from './named-subscription.ts';

/** The bulk actions of the list of subscriptions. */
export const bulkActions: BulkAction<NamedSubscription>[] = [
  {
    key: 'cancel',
    label: 'Cancel',
    icon: <IconX size={15} aria-hidden />,
    danger: true,
    typeToConfirm: 'cancel',
    describe: (row) => `${row.subscriberName ?? row.subscriberId}, ${row.planName ?? row.planId}`,
    operation: ({ id }) => operationOf('subscription.cancel', { id }),
  },
];
