'use client';

import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Consequences } from '@/components/forms/consequences.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { WebhookWithSecret } from '@/server/contract/webhook.ts';
import { WebhookFields, webhookValues } from './webhook-fields.tsx';
import { createRequest } from './webhook-request.ts';

const SecretDialog = lazyPart(() => import('@/components/forms/secret-dialog.tsx'), 'SecretDialog');

const loadSchema = () => import('@/server/contract/webhook.ts').then((contract) => contract.webhookCreate);

export function CreateWebhookForm() {
  const router = useRouter();
  const utils = trpc.useUtils();
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const resource = useResourceForm({
    loadSchema,
    initialValues: webhookValues(),
    toRequest: createRequest,
    submit: (request, call) => utils.client.webhook.create.mutate(request, call),
    onDone: (webhook) => {
      void utils.webhook.invalidate();
      setMade(webhook);
    },
  });
  const preview = useDryRun('webhook.create', resource.validRequest);
  return (
    <>
      <ResourceForm
        resource={resource}
        submitLabel="Create webhook"
        onCancel={() => router.push('/developers/webhooks')}
        api="webhook.create"
      >
        <WebhookFields form={resource.form} field={resource.field} />
        <Consequences run={preview} />
      </ResourceForm>
      {made && (
        <SecretDialog
          title="Webhook created"
          secrets={[{ label: 'Signing secret', value: made.secret }]}
          note="Your receiver needs it to check the signature of each delivery."
          onClose={() => router.push(`/developers/webhooks/${made.id}`)}
        />
      )}
    </>
  );
}
