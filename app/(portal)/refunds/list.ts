import type { ListDefinition } from '@/components/table/list-definition.ts';

export const refundList: ListDefinition = {
  resource: 'refunds',
  noun: { one: 'refund', many: 'refunds' },
  created: 'Refunded',
  filters: [
    { kind: 'text', key: 'currency', label: 'Currency', placeholder: 'KES' },
    { kind: 'text', key: 'reference', label: 'Payment reference', placeholder: 'PAY-…' },
    { kind: 'record', key: 'subscriberId', label: 'Subscriber', of: 'subscriber' },
    { kind: 'record', key: 'subscriptionId', label: 'Subscription', of: 'subscription' },
    { kind: 'record', key: 'paymentId', label: 'Payment', of: 'payment' },
    { kind: 'record', key: 'chargeId', label: 'Charge', of: 'charge' },
  ],
};
