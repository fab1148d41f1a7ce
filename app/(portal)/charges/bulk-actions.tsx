import { IconGift, IconX } from '@tabler/icons-react';
import type { OfSubscriber } from '@/components/format/subscriber-name.ts';
import { bulkAction } from '@/components/table/bulk-action.ts';
import type { ChargeSnapshot } from '@/server/contract/charge.ts';

type Row = OfSubscriber<ChargeSnapshot>;

/** The bulk actions of the list of charges. */
export const bulkActions = [
  bulkAction('charges.waive', {
    label: 'Waive',
    icon: <IconGift size={15} aria-hidden />,
    typeToConfirm: 'waive',
    describe,
  }),
  bulkAction('charges.cancel', {
    label: 'Cancel',
    icon: <IconX size={15} aria-hidden />,
    danger: true,
    typeToConfirm: 'cancel',
    describe,
  }),
];

function describe(row: Row): string {
  return `${row.description}, ${row.subscriberName ?? row.subscriberId}`;
}
