'use client';

import { useRouter } from 'next/navigation';
import { Consequences } from '@/components/forms/consequences.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { IntegrationSnapshot } from '@/server/contract/integration.ts';
import { IntegrationFields, integrationValues } from './integration-fields.tsx';
import { integrationRequest } from './integration-request.ts';

const loadSchema = () =>
  import('@/server/contract/integration.ts').then((contract) => contract.integrationUpdate);

export function EditIntegrationForm({ integration }: { integration: IntegrationSnapshot }) {
  const { id } = integration;
  const router = useRouter();
  const utils = trpc.useUtils();
  const resource = useResourceForm({
    loadSchema,
    initialValues: integrationValues(integration),
    toRequest: (values) => ({ id, ...integrationRequest(values) }),
    submit: (request, call) => utils.client.integration.update.mutate(request, call),
    onDone: (after) => {
      utils.integration.get.setData({ id }, after);
      void utils.integration.invalidate();
      notify({ color: 'green', message: `${after.name} is saved.` });
      router.push(`/integrations/${id}`);
    },
  });
  const isChanged = resource.form.isDirty();
  const preview = useDryRun('integration.update', isChanged ? resource.validRequest : null);
  return (
    <ResourceForm
      resource={resource}
      submitLabel="Save integration"
      onCancel={() => router.push(`/integrations/${id}`)}
      api={{ method: 'PUT', path: `/v1/integrations/${id}`, body: ({ id: _id, ...body }) => body }}
    >
      <IntegrationFields form={resource.form} field={resource.field} />
      <Consequences run={preview} incomplete={isChanged ? undefined : 'Nothing changes yet.'} />
    </ResourceForm>
  );
}
