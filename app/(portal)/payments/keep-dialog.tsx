'use client';

import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import { formatMoney } from '@/server/contract/texts/format-money.ts';
import { refundable } from './labels.ts';

/** Keeps money that is due for refund as credit of the subscriber. */
export function KeepDialog({ payment, onClose }: { payment: PaymentSnapshot; onClose: () => void }) {
  return (
    <ConfirmDialog
      title="Keep as credit"
      operation="payment.keepAsCredit"
      input={{ id: payment.id }}
      lines={[
        `${formatMoney(refundable(payment), payment.currency)} becomes credit of the subscriber, which settles what it covers.`,
      ]}
      done="The money is credit of the subscriber now."
      onClose={onClose}
    />
  );
}
