'use client';

import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { trpc } from '@/components/trpc/client.ts';
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
  waive: { title: 'Waive this charge', actionLabel: 'Waive', done: 'is waived.' },
  cancel: { title: 'Cancel this charge', actionLabel: 'Cancel charge', done: 'is cancelled.' },
};

function EndCharge({ on, charge, onClose }: DialogProps & { on: 'waive' | 'cancel' }) {
  const { id, subscriberId, description } = charge;
  const utils = trpc.useUtils();
  const [reason, setReason] = useState('');
  const body = reason.trim() ? { reason: reason.trim() } : undefined;
  const { done, ...labels } = words[on];
  return (
    <ConfirmDialog
      {...labels}
      danger={on === 'cancel'}
      operation={`charge.${on}`}
      input={{ chargeId: id, subscriberId, ...body }}
      onDone={(after) => utils.charge.find.setData({ id }, after)}
      done={`${description} ${done}`}
      onClose={onClose}
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
    </ConfirmDialog>
  );
}
