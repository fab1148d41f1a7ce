'use client';

import { Textarea } from '@mantine/core';
import { Consequences } from '@/components/forms/consequences.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { useAfterChange } from '@/components/trpc/use-after-change.ts';
import { changedOrNull, useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { InstallationDialogProps } from './actions.tsx';
import { TechnicianInput } from './technician-input.tsx';
import { useSetInstallation } from './use-set-installation.ts';

const loadUpdate = () =>
  import('@/server/contract/installation.ts').then((contract) => contract.installationUpdate);

/** The technician of an installation, and the notes. */
export function AssignDialog({ installation, onClose }: InstallationDialogProps) {
  const { id } = installation;
  const { client, finish } = useAfterChange(useSetInstallation());
  const before = { technician: installation.technician ?? '', notes: installation.notes ?? '' };
  const resource = useResourceForm({
    loadSchema: loadUpdate,
    initialValues: before,
    toRequest: ({ technician, notes }) => ({
      id,
      ...(technician.trim() !== before.technician && { technician: technician.trim() || null }),
      ...(notes.trim() !== before.notes && { notes: notes.trim() || null }),
    }),
    submit: (request, call) => client.installation.update.mutate(request, call),
    onDone: (after) => {
      finish(after, 'The installation is saved.');
      onClose();
    },
  });
  const preview = useDryRun('installation.update', changedOrNull(resource.validRequest));
  return (
    <Dialog onClose={onClose} title="Edit technician and notes" size="md">
      <ResourceForm
        resource={resource}
        submitLabel="Save installation"
        onCancel={onClose}
        api="installation.update"
      >
        <TechnicianInput data-autofocus {...resource.field('technician')} />
        <Textarea
          label="Notes"
          autosize
          minRows={3}
          maxRows={10}
          maxLength={2000}
          {...resource.field('notes')}
        />
        <Consequences run={preview} incomplete="Nothing changes yet." />
      </ResourceForm>
    </Dialog>
  );
}
