import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { trpc } from '@/components/trpc/client.ts';
import { shortUrl } from './labels.ts';
import type { WatchedWebhook } from './list.ts';
import { replacementOf } from './webhook-request.ts';

/** The bulk actions of the list of webhooks. */
export function useBulkActions(): BulkAction<WatchedWebhook>[] {
  const { client } = trpc.useUtils();
  return useMemo(
    () => [
      {
        key: 'disable',
        label: 'Disable',
        icon: <IconPlayerPause size={15} aria-hidden />,
        danger: true,
        describe: ({ url }) => shortUrl(url),
        preview: ({ status }) =>
          status === 'ACTIVE'
            ? { effect: 'Nothing is sent until it is enabled' }
            : { skip: 'already disabled' },
        run: (row, call) => client.webhook.update.mutate(replacementOf(row, { status: 'DISABLED' }), call),
      },
      {
        key: 'enable',
        label: 'Enable',
        icon: <IconPlayerPlay size={15} aria-hidden />,
        describe: ({ url }) => shortUrl(url),
        preview: ({ status, health }) =>
          status === 'DISABLED'
            ? { effect: `${health?.pending ?? 0} waiting deliveries are sent` }
            : { skip: 'already active' },
        run: (row, call) => client.webhook.update.mutate(replacementOf(row, { status: 'ACTIVE' }), call),
      },
    ],
    [client],
  );
}
