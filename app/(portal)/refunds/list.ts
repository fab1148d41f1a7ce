import { humanize } from '@/components/format/status-badge.tsx';
import type { ListDefinition } from '@/components/table/list-definition.ts';
import { refundReasons } from '@/server/contract/enums.ts';

export const refundList: ListDefinition = {
  resource: 'refunds',
  noun: { one: 'refund', many: 'refunds' },
  search: 'Subscriber or payment reference',
  created: 'Refunded',
  filters: [
    {
      kind: 'enum',
      key: 'reason',
      label: 'Reason',
      options: refundReasons.map((value) => ({ value, label: humanize(value) })),
      isAnyOf: true,
    },
    { kind: 'amount', key: 'amount', label: 'Amount' },
    { kind: 'text', key: 'currency', label: 'Currency', placeholder: 'KES' },
    { kind: 'text', key: 'reference', label: 'Payment reference', placeholder: 'PAY-…' },
    { kind: 'record', key: 'subscriberId', label: 'Subscriber', of: 'subscriber' },
    { kind: 'record', key: 'subscriptionId', label: 'Subscription', of: 'subscription' },
    { kind: 'record', key: 'paymentId', label: 'Payment', of: 'payment' },
    { kind: 'record', key: 'chargeId', label: 'Charge', of: 'charge' },
  ],
};
