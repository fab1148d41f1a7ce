import type { ListDefinition } from '@/components/table/list-definition.ts';

export const refundList: ListDefinition = {
  resource: 'refunds',
  noun: { one: 'refund', many: 'refunds' },
  created: 'Refunded',
  filters: [
    { kind: 'text', key: 'currency', label: 'Currency', placeholder: 'KES' },
    { kind: 'text', key: 'reference', label: 'Payment reference', placeholder: 'PAY-…' },
    { kind: 'text', key: 'subscriberId', label: 'Subscriber ID', placeholder: 'sub_…' },
    { kind: 'text', key: 'subscriptionId', label: 'Subscription ID', placeholder: 'sbn_…' },
    { kind: 'text', key: 'paymentId', label: 'Payment ID', placeholder: 'pay_…' },
    { kind: 'text', key: 'chargeId', label: 'Charge ID', placeholder: 'chg_…' },
  ],
};
