import { IconGift, IconX } from '@tabler/icons-react';
import type { OfSubscriber } from '@/components/format/subscriber-name.ts';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { operationOf } from '@/components/trpc/operation.ts';
import type { ChargeSnapshot } from '@/server/contract/charge.ts';

type Row = OfSubscriber<ChargeSnapshot>;

/** The bulk actions of the list of charges. */
export const bulkActions: BulkAction<Row>[] = [
  {
    key: 'waive',
    label: 'Waive',
    icon: <IconGift size={15} aria-hidden />,
    typeToConfirm: 'waive',
    describe,
    operation: ({ id, subscriberId }) => operationOf('charge.waive', { chargeId: id, subscriberId }),
  },
  {
    key: 'cancel',
    label: 'Cancel',
    icon: <IconX size={15} aria-hidden />,
    danger: true,
    typeToConfirm: 'cancel',
    describe,
    operation: ({ id, subscriberId }) => operationOf('charge.cancel', { chargeId: id, subscriberId }),
  },
];

function describe(row: Row): string {
  return `${row.description}, ${row.subscriberName ?? row.subscriberId}`;
}
