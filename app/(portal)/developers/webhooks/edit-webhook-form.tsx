'use client';

import { useRouter } from 'next/navigation';
import { EditForm } from '@/components/forms/edit-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { WebhookSnapshot } from '@/server/contract/webhook.ts';
import { WebhookFields, webhookValues } from './webhook-fields.tsx';
import { createRequest } from './webhook-request.ts';

const loadSchema = () => import('@/server/contract/webhook.ts').then((contract) => contract.webhookUpdate);

export function EditWebhookForm({ webhook, etag }: { webhook: WebhookSnapshot; etag: string }) {
  const { id } = webhook;
  const router = useRouter();
  const utils = trpc.useUtils();
  const page = `/developers/webhooks/${id}`;
  const resource = useResourceForm({
    loadSchema,
    initialValues: webhookValues(webhook),
    version: { etag, values: webhookValues(webhook) },
    toRequest: (values) => ({ id, ...createRequest(values) }),
    submit: (request, call) => utils.client.webhook.update.mutate(request, call),
    onDone: (after) => {
      utils.webhook.get.setData({ id }, after);
      void utils.webhook.invalidate();
      notify({ color: 'green', message: 'The webhook is saved.' });
      router.push(page);
    },
  });
  return (
    <EditForm resource={resource} procedure="webhook.update" noun="webhook" page={page}>
      <WebhookFields form={resource.form} field={resource.field} />
    </EditForm>
  );
}
