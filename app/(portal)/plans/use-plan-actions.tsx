'use client';

import { IconArchive, IconCopy, IconPlayerPlay, IconTrash } from '@tabler/icons-react';
import type { DetailAction } from '@/components/detail/actions-menu.tsx';
import { notify } from '@/components/shell/notify.ts';
import type { Opener } from '@/components/shell/use-dialog.ts';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import { operationOf } from '@/components/trpc/operation.ts';
import { useUndoable } from '@/components/trpc/use-undoable.tsx';
import type { PlanSnapshot } from '@/server/contract/plan.ts';
import { isDisabledPlan } from '@/server/contract/plan-rules.ts';

export type PlanDialog = 'duplicate' | 'disable' | 'delete';

/** The actions of a plan. An action that is not possible has the reason of the API. */
export function usePlanActions(plan: PlanSnapshot, opens: (dialog: PlanDialog) => Opener): DetailAction[] {
  const utils = trpc.useUtils();
  const undoable = useUndoable();
  const isDisabled = isDisabledPlan(plan);
  const enable = async () => {
    try {
      const after = await utils.client.plan.enable.mutate(
        { id: plan.id },
        { context: { idempotencyKey: crypto.randomUUID() } },
      );
      utils.plan.get.setData({ id: plan.id }, after);
      void utils.invalidate();
      undoable(`${plan.planName} is enabled.`, {
        operation: operationOf('plan.disable', { id: plan.id, confirm: plan.planName }),
        done: `${plan.planName} is disabled again.`,
      });
    } catch (error) {
      notify({ color: 'red', title: 'The plan is still disabled', message: toApiProblem(error).message });
    }
  };
  return [
    {
      key: 'duplicate',
      label: 'Duplicate',
      icon: <IconCopy size={16} aria-hidden />,
      ...opens('duplicate'),
    },
    isDisabled
      ? {
          key: 'enable',
          label: 'Enable',
          icon: <IconPlayerPlay size={16} aria-hidden />,
          onClick: enable,
        }
      : {
          key: 'disable',
          label: 'Disable',
          icon: <IconArchive size={16} aria-hidden />,
          danger: true,
          ...opens('disable'),
        },
    {
      key: 'delete',
      label: 'Delete',
      icon: <IconTrash size={16} aria-hidden />,
      danger: true,
      disabledBecause: isDisabled ? undefined : 'Disable it first',
      ...opens('delete'),
    },
  ];
}
