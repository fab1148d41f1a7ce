import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { BulkAction } from '@/components/table/bulk-action.ts';
import { trpc } from '@/components/trpc/client.ts';
import { dryRunOf } from '@/components/trpc/use-dry-runs.ts';
import type { PlanSnapshot } from '@/server/contract/plan.ts';

/** What can be done to several plans at once. */
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
        // What was typed stands for each of them; the API wants each one's name.
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
