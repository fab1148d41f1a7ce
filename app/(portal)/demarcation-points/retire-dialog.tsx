'use client';

import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { DemarcationPointSnapshot } from '@/server/contract/demarcation-point.ts';

type RetireDialogProps = { point: DemarcationPointSnapshot; onClose: () => void };

/** Takes a demarcation point out of use, or back into it. */
export function RetireDialog({ point, onClose }: RetireDialogProps) {
  const utils = trpc.useUtils();
  const { id, name } = point;
  const restores = point.status === 'RETIRED';
  const body = { status: restores ? 'AVAILABLE' : 'RETIRED' } as const;
  const done = () => {
    void utils.invalidate();
    notify({ color: 'green', message: `${name} is ${restores ? 'available again' : 'retired'}.` });
    onClose();
  };
  return (
    <ActionDialog
      title={restores ? 'Restore demarcation point' : 'Retire demarcation point'}
      actionLabel={restores ? 'Restore' : 'Retire'}
      danger={!restores}
      consequences={
        restores
          ? [`New subscriptions can use ${name} again.`]
          : [
              `No new subscription can use ${name}.`,
              'Existing subscriptions stay in service.',
              'You can restore it at any time.',
            ]
      }
      onClose={onClose}
      onDone={done}
      onConfirm={(call) => utils.client.demarcationPoint.update.mutate({ id, ...body }, call)}
      api={{ method: 'PATCH', path: `/v1/demarcation-points/${id}`, body }}
    />
  );
}
