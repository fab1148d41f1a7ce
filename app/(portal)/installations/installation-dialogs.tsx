'use client';

import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { ActionDialog } from '@/components/forms/action-dialog.tsx';
import { InstantInput } from '@/components/forms/instant-input.tsx';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { InstallationAction, InstallationDialogProps } from './actions.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useAfterChange } from './use-after-change.ts';

const dialogs = {
  schedule: ScheduleDialog,
  assign: AssignDialog,
  done: DoneDialog,
  waive: WaiveDialog,
  cancel: CancelDialog,
};

/** The dialog of the chosen action. */
export function InstallationDialogs({
  action,
  ...props
}: InstallationDialogProps & { action: InstallationAction }) {
  const Dialog = dialogs[action];
  return <Dialog {...props} />;
}

function DoneDialog({ installation, onClose }: InstallationDialogProps) {
  const { id, status } = installation;
  const { client, keep, finish } = useAfterChange(id);
  const [installedAt, setInstalledAt] = useState(installation.installedAt ?? '');
  const isUnpaid = status === 'PENDING_PAYMENT';
  const [how, setHow] = useState<'wait' | 'now'>('wait');
  const waits = isUnpaid && how === 'wait';
  const body = {
    ...(installedAt && { installedAt }),
    // Without `installedAt` the API takes the current instant. `installedAt` alone activates where no fee is unpaid.
    ...(!waits && (isUnpaid || !installedAt) && { status: 'ACTIVATED' as const }),
  };
  const isReady = !waits || installedAt !== '';
  const preview = useDryRun('installation.update', isReady ? { id, ...body } : null);
  return (
    <ActionDialog
      title="Mark installed"
      actionLabel={waits ? 'Note as installed' : 'Mark installed'}
      preview={preview}
      incomplete="Choose when it was installed to see it."
      ready={isReady}
      onConfirm={async (call) => keep(await client.installation.update.mutate({ id, ...body }, call))}
      onDone={() => {
        finish(waits ? 'It is noted; the fee is still owed.' : 'The installation is activated.');
        onClose();
      }}
      onClose={onClose}
      api={{ method: 'PATCH', path: `/v1/installations/${id}`, body }}
      fields={['installedAt']}
    >
      {(errors) => (
        <Stack gap="md">
          {isUnpaid && (
            <Radio.Group
              label="The fee is not paid yet"
              value={how}
              onChange={(value) => setHow(value === 'now' ? 'now' : 'wait')}
            >
              <Stack gap="xs" mt={6}>
                <Radio value="wait" label="Note it; it is activated once the fee is settled" />
                <Radio value="now" label="Activate it now; the fee stays owed" />
              </Stack>
            </Radio.Group>
          )}
          <InstantInput
            data-autofocus
            label="Installed at"
            placeholder={waits ? 'Choose when' : 'Now'}
            required={waits}
            error={errors.installedAt}
            value={installedAt}
            onChange={setInstalledAt}
          />
        </Stack>
      )}
    </ActionDialog>
  );
}

function WaiveDialog({ installation, onClose }: InstallationDialogProps) {
  const { id } = installation;
  const { client, keep, finish } = useAfterChange(id);
  const body = { feeWaived: true } as const;
  const preview = useDryRun('installation.update', { id, ...body });
  return (
    <ActionDialog
      title="Waive the fee"
      actionLabel="Waive fee"
      preview={preview}
      onConfirm={async (call) => keep(await client.installation.update.mutate({ id, ...body }, call))}
      onDone={() => {
        finish('The fee is waived.');
        onClose();
      }}
      onClose={onClose}
      api={{ method: 'PATCH', path: `/v1/installations/${id}`, body }}
    />
  );
}

function CancelDialog({ installation, onClose }: InstallationDialogProps) {
  const { id } = installation;
  const { client, keep, finish } = useAfterChange(id);
  const preview = useDryRun('installation.cancel', { id });
  return (
    <ActionDialog
      title="Cancel installation"
      actionLabel="Cancel installation"
      danger
      preview={preview}
      onConfirm={async (call) => keep(await client.installation.cancel.mutate({ id }, call))}
      onDone={() => {
        finish('The installation is cancelled.');
        onClose();
      }}
      onClose={onClose}
      api={{ method: 'POST', path: `/v1/installations/${id}/cancel` }}
    />
  );
}
