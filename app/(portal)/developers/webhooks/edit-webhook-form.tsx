'use client';

import { useRouter } from 'next/navigation';
import { Consequences } from '@/components/forms/consequences.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { WebhookSnapshot } from '@/server/contract/webhook.ts';
import { WebhookFields, webhookValues } from './webhook-fields.tsx';
import { createRequest } from './webhook-request.ts';

const loadSchema = () => import('@/server/contract/webhook.ts').then((contract) => contract.webhookUpdate);

export function EditWebhookForm({ webhook }: { webhook: WebhookSnapshot }) {
  const { id } = webhook;
  const router = useRouter();
  const utils = trpc.useUtils();
  const page = `/developers/webhooks/${id}`;
  const resource = useResourceForm({
    loadSchema,
    initialValues: webhookValues(webhook),
    toRequest: (values) => ({ id, ...createRequest(values) }),
    submit: (request, call) => utils.client.webhook.update.mutate(request, call),
    onDone: (after) => {
      utils.webhook.get.setData({ id }, after);
      void utils.webhook.invalidate();
      notify({ color: 'green', message: 'The webhook is saved.' });
      router.push(page);
    },
  });
  const isChanged = resource.form.isDirty();
  const preview = useDryRun('webhook.update', isChanged ? resource.validRequest : null);
  return (
    <ResourceForm
      resource={resource}
      submitLabel="Save webhook"
      onCancel={() => router.push(page)}
      api={{ method: 'PUT', path: `/v1/webhooks/${id}`, body: ({ id: _id, ...body }) => body }}
    >
      <WebhookFields form={resource.form} field={resource.field} />
      <Consequences run={preview} incomplete={isChanged ? undefined : 'Nothing changes yet.'} />
    </ResourceForm>
  );
}
