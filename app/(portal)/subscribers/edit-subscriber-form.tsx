'use client';

import { useRouter } from 'next/navigation';
import { fullName } from '@/components/format/subscriber-name.ts';
import { Consequences } from '@/components/forms/consequences.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';
import { SubscriberFields, subscriberRequest, subscriberValues } from './subscriber-fields.tsx';

const loadSchema = () =>
  import('@/server/contract/subscriber.ts').then((contract) => contract.subscriberUpdate);

export function EditSubscriberForm({ subscriber }: { subscriber: SubscriberSnapshot }) {
  const { id } = subscriber;
  const router = useRouter();
  const utils = trpc.useUtils();
  const resource = useResourceForm({
    loadSchema,
    initialValues: subscriberValues(subscriber),
    toRequest: (values) => ({ id, ...subscriberRequest(values) }),
    submit: (request, call) => utils.client.subscriber.update.mutate(request, call),
    onDone: (after) => {
      utils.subscriber.get.setData({ id }, after);
      void utils.invalidate();
      notify({ color: 'green', message: `${fullName(after)} is saved.` });
      router.push(`/subscribers/${id}`);
    },
  });
  const isChanged = resource.form.isDirty();
  const preview = useDryRun('subscriber.update', isChanged ? resource.validRequest : null);
  return (
    <ResourceForm
      resource={resource}
      submitLabel="Save subscriber"
      onCancel={() => router.push(`/subscribers/${id}`)}
      api={{ method: 'PUT', path: `/v1/subscribers/${id}`, body: ({ id: _id, ...body }) => body }}
    >
      <SubscriberFields field={resource.field} />
      <Consequences run={preview} incomplete={isChanged ? undefined : 'Nothing changes yet.'} />
    </ResourceForm>
  );
}
