'use client';

import { Textarea } from '@mantine/core';
import { humanize } from '@/components/format/status-badge.tsx';
import { Consequences } from '@/components/forms/consequences.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { MoneyInput } from '@/components/forms/money-input.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { Select } from '@/components/forms/select.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import { requestedRefundReasons } from '@/server/contract/enums.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import { formatMoney } from '@/server/contract/texts/format-money.ts';
import { refundable, refundWays } from './labels.ts';

const loadSchema = () => import('@/server/contract/refund.ts').then((contract) => contract.refundCreate);

type RefundDialogProps = { payment: PaymentSnapshot; onClose: () => void };

/** Refunds a payment or a part of it. The request states the amount that is shown, so no other amount is refunded. */
export function RefundDialog({ payment, onClose }: RefundDialogProps) {
  const { id, currency, rail } = payment;
  const utils = trpc.useUtils();
  const left = refundable(payment);
  const resource = useResourceForm({
    loadSchema,
    initialValues: {
      amount: left as number | '',
      reason: 'REQUESTED' as (typeof requestedRefundReasons)[number],
      note: '',
    },
    toRequest: ({ amount, reason, note }) => ({
      id,
      // A blank amount is sent as 0, which the contract refuses.
      amount: amount === '' ? 0 : amount,
      reason,
      ...(note.trim() && { note: note.trim() }),
    }),
    submit: (request, call) => utils.client.refund.create.mutate(request, call),
    onDone: (refund) => {
      void utils.invalidate();
      notify({ color: 'green', message: `${formatMoney(refund.amount, refund.currency)} is refunded.` });
      onClose();
    },
  });
  const { field, form } = resource;
  const amount = Number(form.values.amount);
  const preview = useDryRun('refund.create', resource.validRequest);
  return (
    <Dialog onClose={onClose} title={`Refund ${payment.reference}`} size="md">
      <ResourceForm
        resource={resource}
        submitLabel={amount > 0 ? `Refund ${formatMoney(amount, currency)}` : 'Refund'}
        onCancel={onClose}
        preview={preview}
        api="refund.create"
      >
        <MoneyInput
          data-autofocus
          label="Amount"
          description={`At most ${formatMoney(left, currency)}${payment.creditedAmount > 0 ? ', and at most the credit left' : ''}`}
          currency={currency}
          {...field('amount')}
        />
        <Select
          label="Reason"
          allowDeselect={false}
          data={requestedRefundReasons.map((value) => ({ value, label: humanize(value) }))}
          {...field('reason')}
        />
        <Textarea label="Note" autosize minRows={2} maxRows={8} maxLength={500} {...field('note')} />
        <Consequences
          run={preview}
          incomplete="Enter an amount to see what will follow."
          lines={[refundWays[rail]]}
        />
      </ResourceForm>
    </Dialog>
  );
}
