'use client';

import { Dialog } from '@/components/forms/dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import { badgeOf } from './labels.ts';
import { SimulateOutcome } from './simulate-outcome.tsx';

type SimulateDialogProps = { payment: PaymentSnapshot; title: string; onClose: () => void };

/** Simulates an outcome of a payment on the simulated gateway. */
export function SimulateDialog({ payment, title, onClose }: SimulateDialogProps) {
  const utils = trpc.useUtils();
  const settle = (after: PaymentSnapshot) => {
    utils.payment.get.setData({ id: after.id }, after);
    void utils.invalidate();
    const { tone } = badgeOf(after);
    notify({
      color: after.status === 'COMPLETED' && !tone ? 'green' : 'yellow',
      message: outcomeText(after),
    });
    onClose();
  };
  return (
    <Dialog onClose={onClose} title={title} size="md">
      <SimulateOutcome payment={payment} onSettled={settle} />
    </Dialog>
  );
}

function outcomeText({ status, refundDue }: PaymentSnapshot): string {
  if (status === 'COMPLETED') {
    return refundDue
      ? 'The payment is received, but nothing was due. Refund it.'
      : 'The payment is received.';
  }
  if (status === 'EXPIRED') {
    return refundDue ? 'The money arrived too late. Refund it.' : 'The payment stays expired.';
  }
  return 'The gateway declined the payment.';
}
