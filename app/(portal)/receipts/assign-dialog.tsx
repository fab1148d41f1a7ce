'use client';

import { useState } from 'react';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { SubscriberSelect } from '@/components/forms/record-select.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { ReceiptSnapshot } from '@/server/contract/receipt.ts';

/** Makes the money of a receipt a payment on account of a subscriber. */
export function AssignDialog({
  receipt: { id },
  onClose,
}: {
  receipt: ReceiptSnapshot;
  onClose: () => void;
}) {
  const [subscriberId, setSubscriberId] = useState('');
  const utils = trpc.useUtils();
  return (
    <ConfirmDialog
      title="Assign this money"
      actionLabel="Assign"
      operation="receipt.assign"
      input={subscriberId === '' ? null : { id, subscriberId }}
      incomplete="Choose a subscriber to see what will follow."
      onDone={(after) => utils.receipt.get.setData({ id }, after)}
      done="The money is assigned."
      onClose={onClose}
      fields={['subscriberId']}
    >
      {(errors) => (
        <SubscriberSelect
          label="Subscriber"
          placeholder="Type a name, phone or email"
          data-autofocus
          required
          value={subscriberId}
          onChange={setSubscriberId}
          error={errors.subscriberId}
        />
      )}
    </ConfirmDialog>
  );
}
