'use client';

import { Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { MoneyText } from '@/components/format/money-text.tsx';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { InstantInput } from '@/components/forms/instant-input.tsx';
import { addMajor } from '@/server/contract/major-units.ts';
import { PriceBreakdown, PriceLine } from '../payments/price-breakdown.tsx';
import { RecordPaymentDialog } from '../payments/record-payment-dialog.tsx';
import { debtName, type OverviewDebt } from './debt-name.ts';

type CollectDialogProps = {
  subscriberId: string;
  debts: OverviewDebt[];
  /** Records money for no debt in particular instead. */
  onAccount: () => void;
  onClose: () => void;
};

const keyOf = ({ subscriptionId, chargeId }: OverviewDebt) => subscriptionId ?? chargeId ?? '';

/** Records money that was received for all that is owed, or for a part of it. Each debt is paid in full. */
export function CollectDialog({ subscriberId, debts, onAccount, onClose }: CollectDialogProps) {
  const [chosen, setChosen] = useState(() => debts.filter(({ isOwed }) => isOwed).map(keyOf));
  const [reference, setReference] = useState('');
  const [receivedAt, setReceivedAt] = useState('');
  const [isOther, setIsOther] = useState(false);
  const parts = debts.filter((debt) => chosen.includes(keyOf(debt)));
  const input = {
    subscriberId,
    parts: parts.map(({ subscriptionId, chargeId, total, currency }) => ({
      ...(subscriptionId ? { subscriptionId } : { chargeId: chargeId ?? '' }),
      amount: total,
      currency,
    })),
    ...(reference.trim() && { reference: reference.trim() }),
    ...(receivedAt && { receivedAt }),
  };
  if (isOther) return <RecordPaymentDialog subscriberId={subscriberId} onClose={onClose} />;
  return (
    <ConfirmDialog
      title="Record payment"
      actionLabel={parts.length > 1 ? `Record ${parts.length} payments` : 'Record payment'}
      operation="payment.collect"
      input={parts.length > 0 ? input : null}
      incomplete="Choose what was paid to see what will follow."
      done="The payment is recorded."
      onClose={onClose}
      fields={['reference', 'receivedAt']}
    >
      {(errors) => (
        <>
          <Checkbox.Group label="What was paid" value={chosen} onChange={setChosen}>
            <Stack gap={8} mt={6}>
              {debts.map((debt, index) => (
                <Checkbox
                  key={keyOf(debt)}
                  value={keyOf(debt)}
                  data-autofocus={index === 0 || undefined}
                  label={
                    <>
                      {debtName(debt)}: <MoneyText amount={debt.total} currency={debt.currency} />
                      {!debt.isOwed && ', starts service'}
                    </>
                  }
                />
              ))}
            </Stack>
          </Checkbox.Group>
          <PriceBreakdown>
            {Object.entries(totalsOf(parts)).map(([currency, amount]) => (
              <PriceLine key={currency} label="Amount received" isTotal>
                <MoneyText amount={amount} currency={currency} />
              </PriceLine>
            ))}
          </PriceBreakdown>
          <InstantInput
            label="Received"
            description="When you got the money. Leave blank for now"
            placeholder="Now"
            value={receivedAt}
            onChange={setReceivedAt}
            error={errors.receivedAt}
          />
          <TextInput
            label="Reference"
            description="From the receipt or the bank; must be unique. Leave blank to generate one"
            autoComplete="off"
            maxLength={120}
            value={reference}
            onChange={(event) => setReference(event.currentTarget.value)}
            error={errors.reference}
          />
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              Payment method: cash or transfer, already received.
            </Text>
            <Button size="compact-sm" variant="subtle" px={0} onClick={() => setIsOther(true)}>
              Other method
            </Button>
            <Button size="compact-sm" variant="subtle" px={0} onClick={onAccount}>
              Another amount, on account
            </Button>
          </Group>
        </>
      )}
    </ConfirmDialog>
  );
}

/** The sum for each currency, in major units. */
function totalsOf(parts: OverviewDebt[]): Record<string, number> {
  const totals: Record<string, number> = {};
  for (const { total, currency } of parts) totals[currency] = addMajor(totals[currency] ?? 0, total);
  return totals;
}
