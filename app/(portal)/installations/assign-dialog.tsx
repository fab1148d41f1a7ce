'use client';

import { SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { Consequences } from '@/components/forms/consequences.tsx';
import { Dialog } from '@/components/forms/dialog.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { useVersion } from '@/components/forms/use-version.ts';
import { useAfterChange } from '@/components/trpc/use-after-change.ts';
import { changedOrNull, useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { InstallationSnapshot } from '@/server/contract/installation.ts';
import type { InstallationDialogProps } from './actions.tsx';
import { TechnicianInput } from './technician-input.tsx';
import { useSetInstallation } from './use-set-installation.ts';

const loadUpdate = () =>
  import('@/server/contract/installation.ts').then((contract) => contract.installationUpdate);

const valuesOf = ({ technician, serialNumber, macAddress, notes }: InstallationSnapshot) => ({
  technician: technician ?? '',
  serialNumber: serialNumber ?? '',
  macAddress: macAddress ?? '',
  notes: notes ?? '',
});

/** The technician of an installation, the router and the notes. */
export function AssignDialog({ installation, onClose }: InstallationDialogProps) {
  const { id } = installation;
  const { client, finish } = useAfterChange(useSetInstallation());
  const resource = useResourceForm({
    loadSchema: loadUpdate,
    initialValues: valuesOf(installation),
    version: useVersion('installation.get', { id }, valuesOf),
    toRequest: (values, before) => ({ id, ...changedTexts(before, values) }),
    submit: (request, call) => client.installation.update.mutate(request, call),
    onDone: (after) => {
      finish(after, 'The installation is saved.');
      onClose();
    },
  });
  const preview = useDryRun('installation.update', changedOrNull(resource.validRequest));
  return (
    <Dialog onClose={onClose} title="Edit details" size="md">
      <ResourceForm
        resource={resource}
        submitLabel="Save installation"
        onCancel={onClose}
        api="installation.update"
      >
        <TechnicianInput data-autofocus {...resource.field('technician')} />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            label="Serial number"
            description="Of the router"
            autoComplete="off"
            maxLength={100}
            {...resource.field('serialNumber')}
          />
          <TextInput
            label="MAC address"
            description="Of the router"
            placeholder="4C:5E:0C:12:34:56"
            autoComplete="off"
            maxLength={40}
            {...resource.field('macAddress')}
          />
        </SimpleGrid>
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

/** The texts that differ, trimmed; null for one that was emptied. */
function changedTexts<T extends Record<string, string>>(
  before: T,
  values: T,
): Partial<Record<keyof T, string | null>> {
  const changed = Object.entries(values).filter(([field, value]) => value.trim() !== before[field]);
  return Object.fromEntries(changed.map(([field, value]) => [field, value.trim() || null])) as Partial<
    Record<keyof T, string | null>
  >;
}
