import { IconSend } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useSession } from '@/components/shell/session-context.tsx';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { MailSnapshot } from '@/server/contract/mail.ts';
import { mailKindNames } from './words.ts';

/** What can be done to several mails at once. */
export function useBulkActions(): BulkAction<MailSnapshot>[] {
  const { client } = trpc.useUtils();
  const { livemode } = useSession().provider;
  return useMemo(
    () => [
      {
        key: 'resend',
        label: 'Send',
        icon: <IconSend size={15} aria-hidden />,
        describe: (row) => `${mailKindNames[row.kind]} to ${row.to}`,
        preview: (row) => {
          if (!livemode) return { skip: 'nothing leaves a sandbox' };
          if (row.status === 'QUEUED') return { skip: 'is queued already' };
          return { effect: row.status === 'SENT' ? 'Goes out once more' : 'Goes out within seconds' };
        },
        run: (row, call) => client.mail.resend.mutate({ id: row.id }, call),
      },
    ],
    [client, livemode],
  );
}
