'use client';

import { TextInput } from '@mantine/core';
import { useRouter } from 'next/navigation';
import { FormSection, ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { Profile } from '@/server/contract/portal/profile.ts';

const loadSchema = () =>
  import('@/server/contract/portal/profile.ts').then((contract) => contract.profileRename);

/** The name that the team, notes and the audit trail show. */
export function NameForm({ profile: { name } }: { profile: Profile }) {
  const utils = trpc.useUtils();
  const router = useRouter();
  const resource = useResourceForm({
    loadSchema,
    initialValues: { name },
    toRequest: (values) => values,
    submit: (request, call) => utils.client.profile.rename.mutate(request, call),
    onDone: (renamed) => {
      void utils.invalidate();
      resource.form.resetDirty();
      notify({ color: 'green', message: `Your name is ${renamed.name}.` });
      // The account menu of every page shows the name.
      router.refresh();
    },
  });
  return (
    <ResourceForm resource={resource} submitLabel="Save name">
      <FormSection title="You" description="The team, notes and the audit trail show this name.">
        <TextInput label="Name" autoComplete="name" required {...resource.field('name')} />
      </FormSection>
    </ResourceForm>
  );
}
