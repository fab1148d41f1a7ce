'use client';

import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { Select } from '@/components/forms/select.tsx';
import { type BulkAction, bulkAction, type OwnBulkAction } from '@/components/table/bulk-action.ts';
import { messageAction } from '../announcements/message-action.tsx';
import { departureOptions } from './departure-fields.tsx';

/** The bulk actions of the list of subscriptions. */
export function useBulkActions(): (BulkAction | OwnBulkAction)[] {
  const [reason, setReason] = useState<string | null>(null);
  return [
    bulkAction('subscriptions.cancel', {
      label: 'Cancel',
      icon: <IconX size={15} aria-hidden />,
      danger: true,
      inputs: (
        <Select
          label="Reason"
          placeholder="Optional"
          clearable
          data={departureOptions}
          value={reason}
          onChange={setReason}
        />
      ),
      options: reason ? { reason } : {},
      typeToConfirm: 'cancel',
    }),
    messageAction,
  ];
}
