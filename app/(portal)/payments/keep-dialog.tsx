'use client';

import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';

/** Keeps money that is due for refund as credit of the subscriber. */
export function KeepDialog({ payment, onClose }: { payment: PaymentSnapshot; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Keep as credit"
      operation="payment.keepAsCredit"
      input={{ id: payment.id }}
      done="The money is credit of the subscriber now."
      onClose={onClose}
    />
  );
}
