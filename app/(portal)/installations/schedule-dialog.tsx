'use client';

import { Consequences } from '@/components/forms/consequences.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { InstantInput } from '@/components/forms/instant-input.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { useVersion } from '@/components/forms/use-version.ts';
import { useAfterChange } from '@/components/trpc/use-after-change.ts';
import { changedOrNull, useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { InstallationSnapshot } from '@/server/contract/installation.ts';
import { appointmentAt } from '@/server/contract/installation-rules.ts';
import type { InstallationDialogProps } from './actions.tsx';
import { TechnicianInput } from './technician-input.tsx';
import { useSetInstallation } from './use-set-installation.ts';

const loadUpdate = () =>
  import('@/server/contract/installation.ts').then((contract) => contract.installationUpdate);

const valuesOf = ({ scheduledAt, windowEndsAt, technician }: InstallationSnapshot) => ({
  scheduledAt: scheduledAt ?? '',
  windowEndsAt: windowEndsAt as string,
  technician: technician ?? '',
});

/** The appointment and the technician. An appointment after the window extends the window. */
export function ScheduleDialog({ installation, onClose }: InstallationDialogProps) {
  const { id } = installation;
  const { client, finish } = useAfterChange(useSetInstallation());
  const resource = useResourceForm({
    loadSchema: loadUpdate,
    initialValues: valuesOf(installation),
    version: useVersion('installation.get', { id }, valuesOf),
    // Only changed fields are sent. A field that was emptied is cleared.
    toRequest: ({ scheduledAt, windowEndsAt, technician }, before) => ({
      id,
      ...(scheduledAt !== before.scheduledAt && { scheduledAt: scheduledAt || null }),
      ...(windowEndsAt !== before.windowEndsAt && { windowEndsAt }),
      ...(technician.trim() !== before.technician && { technician: technician.trim() || null }),
    }),
    submit: (request, call) => client.installation.update.mutate(request, call),
    onDone: (after) => {
      finish(after, after.scheduledAt ? 'The appointment is saved.' : 'The appointment is removed.');
      onClose();
    },
  });
  const preview = useDryRun('installation.update', changedOrNull(resource.validRequest));
  const { form, field } = resource;
  const { scheduledAt, windowEndsAt } = form.values;

  return (
    <Dialog onClose={onClose} title="Schedule installation" size="md">
      <ResourceForm
        resource={resource}
        submitLabel="Save installation"
        onCancel={onClose}
        api="installation.update"
      >
        <InstantInput
          data-autofocus
          label="Appointment"
          placeholder="Not scheduled"
          error={field('scheduledAt').error}
          value={scheduledAt}
          onChange={(instant) => form.setValues(appointmentAt(instant, windowEndsAt))}
        />
        <TechnicianInput {...field('technician')} />
        <InstantInput
          label="Deadline"
          description="The installation is abandoned after it"
          clearable={false}
          error={field('windowEndsAt').error}
          value={windowEndsAt}
          onChange={(instant) => form.setFieldValue('windowEndsAt', instant || windowEndsAt)}
        />
        <Consequences run={preview} incomplete="Nothing changes yet." />
      </ResourceForm>
    </Dialog>
  );
}
