'use client';

import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { ChargeSnapshot } from '@/server/contract/charge.ts';
import { PayChargeDialog } from '../payments/pay-charge-dialog.tsx';
import { followsCancellation, followsWaiver, type Known } from './follow.ts';

export type ChargeDialog = 'pay' | 'waive' | 'cancel';

type DialogProps = { charge: ChargeSnapshot; onClose: () => void };

/** The dialogs of a charge's page. */
export function ChargeDialogs({ dialog, ...props }: DialogProps & { dialog: ChargeDialog }) {
  if (dialog === 'pay') return <PayChargeDialog chargeId={props.charge.id} onClose={props.onClose} />;
  return <EndCharge on={dialog} {...props} />;
}

const words = {
  waive: { title: 'Waive this charge', label: 'Waive', done: 'is waived.', follows: followsWaiver },
  cancel: {
    title: 'Cancel this charge',
    label: 'Cancel charge',
    done: 'is cancelled.',
    follows: followsCancellation,
  },
};

function EndCharge({ on, charge, onClose }: DialogProps & { on: 'waive' | 'cancel' }) {
  const { id, subscriberId, description } = charge;
  const utils = trpc.useUtils();
  const [reason, setReason] = useState('');
  const known = useKnown(charge);
  const body = reason.trim() ? { reason: reason.trim() } : undefined;
  const { title, label, done, follows } = words[on];
  return (
    <ActionDialog
      title={title}
      actionLabel={label}
      danger={on === 'cancel'}
      consequences={known ? follows(known) : ['Reading what this leads to…']}
      ready={known !== null}
      onClose={onClose}
      onDone={() => {
        void utils.invalidate();
        notify({ color: 'green', message: `${description} ${done}` });
        onClose();
      }}
      onConfirm={async (call) =>
        utils.charge.find.setData(
          { id },
          await utils.client.charge[on].mutate({ chargeId: id, subscriberId, ...body }, call),
        )
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

/** Everything that decides what ending a charge leads to; null while it is being read. */
function useKnown(charge: ChargeSnapshot): Known | null {
  const { id: chargeId, installationId } = charge;
  const installation = trpc.installation.get.useQuery(
    { id: installationId ?? '' },
    { enabled: installationId !== null, staleTime: 0 },
  );
  const waiting = trpc.payment.list.useQuery({ chargeId, status: 'PENDING' }, { staleTime: 0 });
  if (!waiting.data || (installationId !== null && !installation.data)) return null;
  return {
    charge,
    installation: installation.data ?? null,
    waiting: waiting.data.data.map(({ reference }) => reference),
  };
}
