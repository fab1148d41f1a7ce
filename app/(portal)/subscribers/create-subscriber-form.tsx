'use client';

import { useRouter } from 'next/navigation';
import { Consequences } from '@/components/forms/consequences.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import { fullNameOf } from '@/server/contract/full-name.ts';
import { SubscriberFields, subscriberRequest, subscriberValues } from './subscriber-fields.tsx';

const loadSchema = () =>
  import('@/server/contract/subscriber.ts').then((contract) => contract.subscriberCreate);

export function CreateSubscriberForm() {
  const router = useRouter();
  const utils = trpc.useUtils();
  const resource = useResourceForm({
    loadSchema,
    initialValues: subscriberValues(),
    toRequest: subscriberRequest,
    submit: (request, call) => utils.client.subscriber.create.mutate(request, call),
    onDone: (subscriber) => {
      void utils.subscriber.list.invalidate();
      notify({ color: 'green', message: `${fullNameOf(subscriber)} is created.` });
      router.push(`/subscribers/${subscriber.id}`);
    },
  });
  const preview = useDryRun('subscriber.create', resource.validRequest);
  return (
    <ResourceForm
      resource={resource}
      submitLabel="Create subscriber"
      onCancel={() => router.push('/subscribers')}
      api="subscriber.create"
    >
      <SubscriberFields field={resource.field} />
      <Consequences run={preview} />
    </ResourceForm>
  );
}
