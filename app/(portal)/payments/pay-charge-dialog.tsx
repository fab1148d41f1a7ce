'use client';

import { MoneyText } from '@/components/format/money-text.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { PaymentDialog } from './payment-dialog.tsx';
import { PaymentForm } from './payment-form.tsx';
import { PriceBreakdown, PriceLine } from './price-breakdown.tsx';

/** The payment of a charge: the sum, its effects, and the rail. */
export function PayChargeDialog({ chargeId, onClose }: { chargeId: string; onClose: () => void }) {
  const query = trpc.payment.chargeDebt.useQuery({ chargeId }, { staleTime: 0, gcTime: 0 });
  return (
    <PaymentDialog
      query={query}
      nothingDue="Nothing is due on this charge."
      received="The payment is received. The charge is paid."
      onClose={onClose}
    >
      {({ debt, rails, phone }, onDone) => (
        <PaymentForm
          target={{ chargeId }}
          debt={debt}
          rails={rails}
          phone={phone}
          onDone={onDone}
          onCancel={onClose}
        >
          {debt && (
            <PriceBreakdown>
              <PriceLine label={debt.description}>
                <MoneyText amount={debt.total} currency={debt.currency} />
              </PriceLine>
              <PriceLine label="Amount due" isTotal>
                <MoneyText amount={debt.total} currency={debt.currency} />
              </PriceLine>
            </PriceBreakdown>
          )}
        </PaymentForm>
      )}
    </PaymentDialog>
  );
}
