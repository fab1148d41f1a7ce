'use client';

import { MoneyText } from '@/components/format/money-text.tsx';
import { humanize } from '@/components/format/status-badge.tsx';
import type { SubscriptionOwed } from '@/server/contract/owed.ts';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import { PaymentForm } from '../payments/payment-form.tsx';
import { PriceBreakdown, PriceLine } from '../payments/price-breakdown.tsx';

type Owed = NonNullable<SubscriptionOwed['owed']>;

type PayFormProps = {
  target: { subscriptionId: string } | { invoiceId: string };
  debt: SubscriptionOwed;
  onDone: (payment: PaymentSnapshot) => void;
  onCancel: () => void;
};

/** The debt of a subscription, above the form of the payment. */
export function PayForm({ target, debt, onDone, onCancel }: PayFormProps) {
  const { owed, rails } = debt;
  return (
    <PaymentForm target={target} owed={owed} rails={rails} onDone={onDone} onCancel={onCancel}>
      {owed && <OwedSum owed={owed} />}
    </PaymentForm>
  );
}

function OwedSum({ owed }: { owed: Owed }) {
  const { subtotal, tax, total, currency } = owed;
  return (
    <PriceBreakdown>
      <PriceLine
        label={owed.invoiceNumber ? `Invoice ${owed.invoiceNumber}` : `${humanize(owed.kind)} invoice`}
      >
        <MoneyText amount={subtotal} currency={currency} />
      </PriceLine>
      <PriceLine label="Tax">
        <MoneyText amount={tax} currency={currency} />
      </PriceLine>
      <PriceLine label="To pay" isTotal>
        <MoneyText amount={total} currency={currency} />
      </PriceLine>
    </PriceBreakdown>
  );
}
