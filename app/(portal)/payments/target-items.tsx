import { TextLink } from '@/components/format/text-link.tsx';
import type { PaymentSnapshot } from '@/server/contract/payment.ts';
import type { Target } from './load.ts';

/** What a payment is for, as properties with links. */
export function targetItems(payment: PaymentSnapshot, target: Target) {
  const { subscriptionId, invoiceId, chargeId, installationId } = payment;
  return [
    subscriptionId !== null && {
      label: 'Subscription',
      value: (
        <TextLink href={`/subscriptions/${subscriptionId}`}>
          {target.subscriptionName ?? subscriptionId}
        </TextLink>
      ),
    },
    invoiceId !== null && {
      label: 'Invoice',
      value: <TextLink href={`/invoices/${invoiceId}`}>{target.invoiceNumber ?? invoiceId}</TextLink>,
    },
    chargeId !== null && {
      label: 'Charge',
      value: <TextLink href={`/charges/${chargeId}`}>{target.chargeDescription ?? chargeId}</TextLink>,
    },
    installationId !== null && {
      label: 'Installation',
      value: <TextLink href={`/installations/${installationId}`}>Installation</TextLink>,
    },
  ];
}
