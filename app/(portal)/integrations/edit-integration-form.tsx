'use client';

import { useRouter } from 'next/navigation';
import { EditForm } from '@/components/forms/edit-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { IntegrationSnapshot } from '@/server/contract/integration.ts';
import { IntegrationFields, integrationValues } from './integration-fields.tsx';
import { integrationRequest } from './integration-request.ts';

const loadSchema = () =>
  import('@/server/contract/integration.ts').then((contract) => contract.integrationUpdate);

export function EditIntegrationForm({
  integration,
  etag,
}: {
  integration: IntegrationSnapshot;
  etag: string;
}) {
  const { id } = integration;
  const router = useRouter();
  const utils = trpc.useUtils();
  const page = `/integrations/${id}`;
  const resource = useResourceForm({
    loadSchema,
    initialValues: integrationValues(integration),
    version: { etag, values: integrationValues(integration) },
    toRequest: (values) => ({ id, ...integrationRequest(values) }),
    submit: (request, call) => utils.client.integration.update.mutate(request, call),
    onDone: (after) => {
      utils.integration.get.setData({ id }, after);
      void utils.integration.invalidate();
      notify({ color: 'green', message: `${after.name} is saved.` });
      router.push(page);
    },
  });
  return (
    <EditForm resource={resource} procedure="integration.update" noun="integration" page={page}>
      <IntegrationFields form={resource.form} field={resource.field} />
    </EditForm>
  );
}
