import { IconSend } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSession } from '@/components/shell/session-context.tsx';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { EmailSnapshot } from '@/server/contract/email.ts';
import { emailKindLabels } from './labels.ts';

/** Actions on several emails at once. */
export function useBulkActions(): BulkAction<EmailSnapshot>[] {
  const { client } = trpc.useUtils();
  const { livemode } = useSession().provider;
  return useMemo(
    () => [
      {
        key: 'resend',
        label: 'Send',
        icon: <IconSend size={15} aria-hidden />,
        describe: (row) => `${emailKindLabels[row.kind]} to ${row.to}`,
        preview: (row) => {
          if (!livemode) return { skip: 'a sandbox sends no emails' };
          if (row.status === 'QUEUED') return { skip: 'is already queued' };
          return { effect: row.status === 'SENT' ? 'Is sent again' : 'Is sent within seconds' };
        },
        run: (row, call) => client.email.resend.mutate({ id: row.id }, call),
      },
    ],
    [client, livemode],
  );
}
