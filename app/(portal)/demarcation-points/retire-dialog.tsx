'use client';

import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { operationOf } from '@/components/trpc/operation.ts';
import type { DemarcationPointSnapshot } from '@/server/contract/demarcation-point.ts';

type RetireDialogProps = { point: DemarcationPointSnapshot; onClose: () => void };

/** Takes a demarcation point out of use, or back into it. */
export function RetireDialog({ point: { id, name, status }, onClose }: RetireDialogProps) {
  const restores = status === 'RETIRED';
  const body = { status: restores ? 'AVAILABLE' : 'RETIRED' } as const;
  return (
    <ConfirmDialog
      title={restores ? 'Restore demarcation point' : 'Retire demarcation point'}
      actionLabel={restores ? 'Restore' : 'Retire'}
      danger={!restores}
      operation="demarcationPoint.update"
      input={{ id, ...body }}
      done={`${name} is ${restores ? 'available again' : 'retired'}.`}
      undo={{
        operation: operationOf('demarcationPoint.update', { id, status }),
        done: `${name} is ${restores ? 'retired' : 'available'} again.`,
      }}
      onClose={onClose}
    />
  );
}
