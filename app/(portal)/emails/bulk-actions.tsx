import { IconSend } from '@tabler/icons-react';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { operationOf } from '@/components/trpc/operation.ts';
import type { EmailSnapshot } from '@/server/contract/email.ts';
import { emailKindLabels } from './labels.ts';

/** Actions on several emails at once. */
export const bulkActions: BulkAction<EmailSnapshot>[] = [
  {
    key: 'resend',
    label: 'Send',
    icon: <IconSend size={15} aria-hidden />,
    describe: (row) => `${emailKindLabels[row.kind]} to ${row.to}`,
    operation: ({ id }) => operationOf('email.resend', { id }),
    effect: 'Is sent within seconds',
  },
];
