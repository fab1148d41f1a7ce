import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { operationOf } from '@/components/trpc/operation.ts';
import type { PlanSnapshot } from '@/server/contract/plan.ts';

/** The bulk actions of the list of plans. */
export const bulkActions: BulkAction<PlanSnapshot>[] = [
  {
    key: 'disable',
    label: 'Disable',
    icon: <IconPlayerPause size={15} aria-hidden />,
    danger: true,
    typeToConfirm: 'disable',
    describe: (row) => row.planName,
    // One confirmation is typed for all plans. The API requires the name of each plan.
    operation: ({ id, planName }) => operationOf('plan.disable', { id, confirm: planName }),
  },
  {
    key: 'enable',
    label: 'Enable',
    icon: <IconPlayerPlay size={15} aria-hidden />,
    describe: (row) => row.planName,
    operation: ({ id }) => operationOf('plan.enable', { id }),
  },
];
