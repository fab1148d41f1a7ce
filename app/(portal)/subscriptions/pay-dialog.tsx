'use client';

import { trpc } from '@/components/trpc/client.ts';
import { PaymentDialog } from '../payments/payment-dialog.tsx';
import { PayForm } from './pay-form.tsx';

/** Paying for a subscription: what is owed, what follows, how the money comes, and in sandbox what the gateway says. */
export function PayDialog({ subscriptionId, onClose }: { subscriptionId: string; onClose: () => void }) {
  const query = trpc.payment.preview.useQuery({ subscriptionId }, { staleTime: 0, gcTime: 0 });
  return (
    <PaymentDialog
      query={query}
      nothing="Nothing is owed on this subscription."
      received="The payment is received. The subscription is in service."
      onClose={onClose}
    >
      {(preview, onDone) => (
        <PayForm subscriptionId={subscriptionId} preview={preview} onDone={onDone} onCancel={onClose} />
      )}
    </PaymentDialog>
  );
}
