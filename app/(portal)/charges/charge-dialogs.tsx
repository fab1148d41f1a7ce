'use client';

import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { ChargeSnapshot } from '@/server/contract/charge.ts';
import { PayChargeDialog } from '../payments/pay-charge-dialog.tsx';

export type ChargeDialog = 'pay' | 'waive' | 'cancel';

type DialogProps = { charge: ChargeSnapshot; onClose: () => void };

/** The dialogs of a charge's page. */
export function ChargeDialogs({ dialog, ...props }: DialogProps & { dialog: ChargeDialog }) {
  if (dialog === 'pay') return <PayChargeDialog chargeId={props.charge.id} onClose={props.onClose} />;
  return <EndCharge on={dialog} {...props} />;
}

const words = {
  waive: { title: 'Waive this charge', label: 'Waive', done: 'is waived.' },
  cancel: { title: 'Cancel this charge', label: 'Cancel charge', done: 'is cancelled.' },
};

function EndCharge({ on, charge, onClose }: DialogProps & { on: 'waive' | 'cancel' }) {
  const { id, subscriberId, description } = charge;
  const utils = trpc.useUtils();
  const [reason, setReason] = useState('');
  const body = reason.trim() ? { reason: reason.trim() } : undefined;
  const input = { chargeId: id, subscriberId, ...body };
  const preview = useDryRun(`charge.${on}`, input);
  const { title, label, done } = words[on];
  return (
    <ActionDialog
      title={title}
      actionLabel={label}
      danger={on === 'cancel'}
      preview={preview}
      onClose={onClose}
      onDone={() => {
        void utils.invalidate();
        notify({ color: 'green', message: `${description} ${done}` });
        onClose();
      }}
      onConfirm={async (call) =>
        utils.charge.find.setData({ id }, await utils.client.charge[on].mutate(input, call))
      }
      api={{ method: 'POST', path: `/v1/subscribers/${subscriberId}/charges/${id}/${on}`, body }}
      fields={['reason']}
    >
      {(errors) => (
        <Textarea
          data-autofocus
          label="Reason"
          description="Shown beside the status"
          autosize
          minRows={2}
          maxLength={255}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          error={errors.reason}
        />
      )}
    </ActionDialog>
  );
}
