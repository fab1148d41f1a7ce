'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Consequences } from '@/components/forms/consequences.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import { IntegrationFields, integrationValues } from './integration-fields.tsx';
import { integrationRequest } from './integration-request.ts';

const SecretDialog = lazyPart(() => import('@/components/forms/secret-dialog.tsx'), 'SecretDialog');

const loadSchema = () =>
  import('@/server/contract/integration.ts').then((contract) => contract.integrationCreate);

export function CreateIntegrationForm() {
  const router = useRouter();
  const utils = trpc.useUtils();
  const [created, setCreated] = useState<{ id: string; secret: string } | null>(null);
  const resource = useResourceForm({
    loadSchema,
    initialValues: integrationValues(),
    toRequest: integrationRequest,
    submit: (request, call) => utils.client.integration.create.mutate(request, call),
    onDone: ({ id, secret }) => {
      void utils.integration.invalidate();
      if (secret) setCreated({ id, secret });
      else router.push(`/integrations/${id}`);
    },
  });
  const preview = useDryRun('integration.create', resource.validRequest);
  return (
    <>
      <ResourceForm
        resource={resource}
        submitLabel="Create integration"
        onCancel={() => router.push('/integrations')}
        api="integration.create"
      >
        <IntegrationFields form={resource.form} field={resource.field} />
        <Consequences run={preview} />
      </ResourceForm>
      {created && (
        <SecretDialog
          title="Integration created"
          secrets={[{ label: 'Signing secret', value: created.secret }]}
          note="The external system signs each event with this secret. The integration’s Setup tab shows the address to enter beside it."
          onClose={() => router.push(`/integrations/${created.id}`)}
        />
      )}
    </>
  );
}
