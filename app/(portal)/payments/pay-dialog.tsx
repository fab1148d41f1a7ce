'use client';

import { trpc } from '@/components/trpc/client.ts';
import { PayForm } from './pay-form.tsx';
import { PaymentDialog } from './payment-dialog.tsx';

type PayDialogProps = {
  subscriptionId: string;
  /** One of its invoices; by default the first debt. */
  invoiceId?: string;
  title?: string;
  onClose: () => void;
};

/** The payment of a subscription: the debt, what follows, the rail, and in a sandbox the simulated outcome. */
export function PayDialog({ subscriptionId, invoiceId, title, onClose }: PayDialogProps) {
  const query = trpc.payment.debt.useQuery({ subscriptionId, invoiceId }, { staleTime: 0, gcTime: 0 });
  return (
    <PaymentDialog
      query={query}
      nothingDue={invoiceId ? 'Nothing is due on this invoice.' : 'Nothing is due on this subscription.'}
      received="The payment is received. The subscription is in service."
      title={title}
      onClose={onClose}
    >
      {({ debt, rails, phone }, onDone) => (
        <PayForm
          target={invoiceId ? { invoiceId } : { subscriptionId }}
          debt={debt}
          rails={rails}
          phone={phone}
          onDone={onDone}
          onCancel={onClose}
        />
      )}
    </PaymentDialog>
  );
}
