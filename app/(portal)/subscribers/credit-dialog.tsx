'use client';

import { SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { MoneyInput } from '@/components/forms/money-input.tsx';
import { Select } from '@/components/forms/select.tsx';
import { formatMoney } from '@/server/contract/texts/format-money.ts';

const currencies = Intl.supportedValuesOf('currency');

type CreditDialogProps = {
  subscriberId: string;
  /** The currency that the dialog begins with. */
  currency: string;
  onClose: () => void;
};

function useSum(initial: string) {
  const [currency, setCurrency] = useState(initial);
  const [amount, setAmount] = useState<number | ''>('');
  const inputs = (errors: Record<string, string>) => (
    <>
      <MoneyInput
        data-autofocus
        required
        label="Amount"
        currency={currency}
        value={amount}
        onChange={(value) => setAmount(value === '' ? '' : Number(value))}
        error={errors.amount}
      />
      <Select
        label="Currency"
        data={currencies}
        searchable
        allowDeselect={false}
        value={currency}
        onChange={(code) => code && setCurrency(code)}
        error={errors.currency}
      />
    </>
  );
  return { currency, amount: amount === '' || amount === 0 ? null : amount, inputs };
}

/** Records money that was received for no debt in particular. It becomes credit, which settles what it covers. */
export function ReceiveCreditDialog({ subscriberId, currency: initial, onClose }: CreditDialogProps) {
  const { currency, amount, inputs } = useSum(initial);
  const [reference, setReference] = useState('');
  const given = reference.trim();
  return (
    <ConfirmDialog
      title="Record money on account"
      actionLabel="Record money"
      operation="payment.create"
      input={
        amount === null
          ? null
          : { subscriberId, amount, currency, rail: 'manual', ...(given && { reference: given }) }
      }
      incomplete="Enter the amount to see what it settles."
      done={(payment) => `${formatMoney(payment.amount, payment.currency)} is recorded.`}
      onClose={onClose}
      fields={['amount', 'currency', 'reference']}
    >
      {(errors) => (
        <>
          {inputs(errors)}
          <TextInput
            label="Reference"
            description="From the receipt or the bank; must be unique. Leave blank to generate one"
            autoComplete="off"
            maxLength={128}
            value={reference}
            onChange={(event) => setReference(event.currentTarget.value)}
            error={errors.reference}
          />
        </>
      )}
    </ConfirmDialog>
  );
}

/** Adds to the credit, or takes from it. */
export function AdjustCreditDialog({ subscriberId, currency: initial, onClose }: CreditDialogProps) {
  const { currency, amount, inputs } = useSum(initial);
  const [direction, setDirection] = useState('add');
  const [note, setNote] = useState('');
  const isReady = amount !== null && note.trim() !== '';
  return (
    <ConfirmDialog
      title="Adjust credit"
      operation="subscriber.adjustCredit"
      input={
        isReady
          ? { id: subscriberId, amount: direction === 'add' ? amount : -amount, currency, note: note.trim() }
          : null
      }
      incomplete="Enter the amount and a note to see what will follow."
      lines={
        amount === null
          ? []
          : [
              direction === 'add'
                ? `${formatMoney(amount, currency)} becomes credit, which settles what it covers.`
                : `${formatMoney(amount, currency)} is taken from the credit.`,
            ]
      }
      done="The credit is adjusted."
      onClose={onClose}
      fields={['amount', 'currency', 'note']}
    >
      {(errors) => (
        <>
          <SegmentedControl
            aria-label="Direction"
            data={[
              { value: 'add', label: 'Add credit' },
              { value: 'take', label: 'Take credit' },
            ]}
            value={direction}
            onChange={setDirection}
          />
          {inputs(errors)}
          <Textarea
            required
            label="Note"
            description="Why: goodwill or a correction"
            maxLength={500}
            autosize
            minRows={2}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
            error={errors.note}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
