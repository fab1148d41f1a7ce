import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { trpc } from '@/components/trpc/client.ts';
import { dryRunOf } from '@/components/trpc/use-dry-runs.ts';
import type { PlanSnapshot } from '@/server/contract/plan.ts';

/** The bulk actions of the list of plans. */
export function useBulkActions(): BulkAction<PlanSnapshot>[] {
  const { client } = trpc.useUtils();
  return useMemo(
    () => [
      {
        key: 'disable',
        label: 'Take off sale',
        icon: <IconPlayerPause size={15} aria-hidden />,
        danger: true,
        typeToConfirm: 'off sale',
        describe: (row) => row.planName,
        preview: ({ id, planName }) => ({ dryRun: dryRunOf('plan.disable', { id, confirm: planName }) }),
        // One confirmation is typed for all plans. The API requires the name of each plan.
        run: (row, call) => client.plan.disable.mutate({ id: row.id, confirm: row.planName }, call),
      },
      {
        key: 'enable',
        label: 'Put back on sale',
        icon: <IconPlayerPlay size={15} aria-hidden />,
        describe: (row) => row.planName,
        preview: ({ id }) => ({ dryRun: dryRunOf('plan.enable', { id }) }),
        run: (row, call) => client.plan.enable.mutate({ id: row.id }, call),
      },
    ],
    [client],
  );
}
