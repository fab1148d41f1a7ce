'use client';

import { Radio, Stack } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '@/components/forms/confirm-dialog.tsx';
import { InstantInput } from '@/components/forms/instant-input.tsx';
import { isFeeDue } from '@/server/contract/installation-rules.ts';
import type { InstallationAction, InstallationDialogProps } from './actions.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';
import { useSetInstallation } from './use-set-installation.ts';

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
  const { id } = installation;
  const setInstallation = useSetInstallation();
  const [installedAt, setInstalledAt] = useState(installation.installedAt ?? '');
  const isUnpaid = isFeeDue(installation);
  const [how, setHow] = useState<'wait' | 'now'>('wait');
  const waits = isUnpaid && how === 'wait';
  const body = {
    ...(installedAt && { installedAt }),
    // Without `installedAt` the API takes the current instant. `installedAt` alone activates where no fee is unpaid.
    ...(!waits && (isUnpaid || !installedAt) && { status: 'ACTIVATED' as const }),
  };
  return (
    <ConfirmDialog
      title="Mark installed"
      actionLabel={waits ? 'Save installation time' : 'Mark installed'}
      operation="installation.update"
      input={waits && installedAt === '' ? null : { id, ...body }}
      incomplete="Choose when it was installed to see what will follow."
      onDone={setInstallation}
      done={(after) =>
        after.status === 'ACTIVATED'
          ? 'The installation is activated.'
          : 'The time of the installation is saved. It is activated once the fee is settled.'
      }
      onClose={onClose}
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
                <Radio value="wait" label="Save the time; it is activated once the fee is settled" />
                <Radio value="now" label="Activate it now; the fee stays due" />
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
    </ConfirmDialog>
  );
}

function WaiveDialog({ installation: { id }, onClose }: InstallationDialogProps) {
  const setInstallation = useSetInstallation();
  const body = { feeWaived: true } as const;
  return (
    <ConfirmDialog
      title="Waive the fee"
      actionLabel="Waive fee"
      operation="installation.update"
      input={{ id, ...body }}
      onDone={setInstallation}
      done="The fee is waived."
      onClose={onClose}
    />
  );
}

function CancelDialog({ installation: { id }, onClose }: InstallationDialogProps) {
  const setInstallation = useSetInstallation();
  return (
    <ConfirmDialog
      title="Cancel installation"
      danger
      operation="installation.cancel"
      input={{ id }}
      onDone={setInstallation}
      done="The installation is cancelled."
      onClose={onClose}
    />
  );
}
