import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { operationOf } from '@/components/trpc/operation.ts';
import { shortUrl } from './labels.ts';
import type { WatchedWebhook } from './list.ts';
import { replacementOf } from './webhook-request.ts';

/** The bulk actions of the list of webhooks. */
export const bulkActions: BulkAction<WatchedWebhook>[] = [
  {
    key: 'disable',
    label: 'Disable',
    icon: <IconPlayerPause size={15} aria-hidden />,
    danger: true,
    describe: ({ url }) => shortUrl(url),
    operation: (row) => operationOf('webhook.update', replacementOf(row, { status: 'DISABLED' })),
  },
  {
    key: 'enable',
    label: 'Enable',
    icon: <IconPlayerPlay size={15} aria-hidden />,
    describe: ({ url }) => shortUrl(url),
    operation: (row) => operationOf('webhook.update', replacementOf(row, { status: 'ACTIVE' })),
  },
];
