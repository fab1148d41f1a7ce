import { humanize } from '@/components/format/status-badge.tsx';
import type { ListDefinition } from '@/components/table/list-definition.ts';
import { receiptStatuses } from '@/server/contract/enums.ts';

export const receiptList: ListDefinition = {
  resource: 'receipts',
  noun: { one: 'receipt', many: 'receipts' },
  search: 'Transaction, account or payer',
  created: 'Received',
  filters: [
    {
      kind: 'enum',
      key: 'status',
      label: 'Status',
      options: receiptStatuses.map((value) => ({ value, label: humanize(value) })),
    },
    { kind: 'amount', key: 'amount', label: 'Amount' },
    { kind: 'text', key: 'accountNumber', label: 'Entered account' },
    { kind: 'record', key: 'subscriberId', label: 'Subscriber', of: 'subscriber' },
    { kind: 'record', key: 'paymentId', label: 'Payment', of: 'payment' },
  ],
};
