'use client';

import { MoneyText } from '@/components/format/money-text.tsx';
import { humanize } from '@/components/format/status-badge.tsx';
import { WhatFollows } from '@/components/forms/what-follows.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { ChargePaymentPreview } from '@/server/contract/payment-preview.ts';
import { PaymentDialog } from './payment-dialog.tsx';
import { PaymentForm } from './payment-form.tsx';
import { PriceBreakdown, PriceLine } from './price-breakdown.tsx';

/** Paying a charge: what it is for, what follows, how the money comes. */
export function PayChargeDialog({ chargeId, onClose }: { chargeId: string; onClose: () => void }) {
  const query = trpc.payment.previewCharge.useQuery({ chargeId }, { staleTime: 0, gcTime: 0 });
  return (
    <PaymentDialog
      query={query}
      nothing="Nothing is due on this charge."
      received="The payment is received. The charge is paid."
      onClose={onClose}
    >
      {({ owed, outcome, rails }, onDone) => (
        <PaymentForm target={{ chargeId }} owed={owed} rails={rails} onDone={onDone} onCancel={onClose}>
          {(isReceived) => (
            <>
              {owed && (
                <PriceBreakdown>
                  <PriceLine label={owed.description}>
                    <MoneyText amount={owed.total} currency={owed.currency} />
                  </PriceLine>
                  <PriceLine label="To pay" isTotal>
                    <MoneyText amount={owed.total} currency={owed.currency} />
                  </PriceLine>
                </PriceBreakdown>
              )}
              {outcome && <Following outcome={outcome} isReceived={isReceived} />}
            </>
          )}
        </PaymentForm>
      )}
    </PaymentDialog>
  );
}

type Outcome = NonNullable<ChargePaymentPreview['outcome']>;

function Following({ outcome, isReceived }: { outcome: Outcome; isReceived: boolean }) {
  const { installation, events } = outcome;
  return (
    <WhatFollows
      title={isReceived ? 'What will follow at once' : 'What will follow when the gateway confirms'}
      lines={[
        'The charge is paid. No invoice is issued.',
        installation && `The installation becomes: ${humanize(installation.status)}.`,
        `${events.length === 1 ? 'Event' : 'Events'}: ${events.join(', ')}.`,
      ].filter(Boolean)}
    />
  );
}
