'use client';

import { MoneyText } from '@/components/format/money-text.tsx';
import { humanize } from '@/components/format/status-badge.tsx';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import type { SubscriptionDebt } from '@/server/contract/portal/debt.ts';
import { PaymentForm } from './payment-form.tsx';
import { PriceBreakdown, PriceLine } from './price-breakdown.tsx';

type PayFormProps = {
  target: { subscriptionId: string } | { invoiceId: string };
  debt: SubscriptionDebt['debt'];
  rails: SubscriptionDebt['rails'];
  phone: string;
  onDone: (payment: PaymentSnapshot) => void;
  onCancel: () => void;
};

/** The debt of a subscription, above the form of the payment. */
export function PayForm({ target, debt, onCancel, ...form }: PayFormProps) {
  return (
    <PaymentForm target={target} debt={debt} onCancel={onCancel} {...form}>
      {debt && <DebtLines debt={debt} />}
    </PaymentForm>
  );
}

function DebtLines({ debt }: { debt: NonNullable<SubscriptionDebt['debt']> }) {
  const { subtotal, tax, total, currency } = debt;
  return (
    <PriceBreakdown>
      <PriceLine
        label={debt.invoiceNumber ? `Invoice ${debt.invoiceNumber}` : `${humanize(debt.kind)} invoice`}
      >
        <MoneyText amount={subtotal} currency={currency} />
      </PriceLine>
      <PriceLine label="Tax">
        <MoneyText amount={tax} currency={currency} />
      </PriceLine>
      <PriceLine label="Amount due" isTotal>
        <MoneyText amount={total} currency={currency} />
      </PriceLine>
    </PriceBreakdown>
  );
}
