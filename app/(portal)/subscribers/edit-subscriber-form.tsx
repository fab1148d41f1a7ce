'use client';

import { useRouter } from 'next/navigation';
import { EditForm } from '@/components/forms/edit-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import { fullNameOf } from '@/server/contract/full-name.ts';
import type { SubscriberSnapshot } from '@/server/contract/subscriber.ts';
import { SubscriberFields, subscriberRequest, subscriberValues } from './subscriber-fields.tsx';

const loadSchema = () =>
  import('@/server/contract/subscriber.ts').then((contract) => contract.subscriberUpdate);

export function EditSubscriberForm({ subscriber, etag }: { subscriber: SubscriberSnapshot; etag: string }) {
  const { id } = subscriber;
  const router = useRouter();
  const utils = trpc.useUtils();
  const page = `/subscribers/${id}`;
  const resource = useResourceForm({
    loadSchema,
    initialValues: subscriberValues(subscriber),
    version: { etag, values: subscriberValues(subscriber) },
    // A replacement without metadata would clear it.
    toRequest: (values) => ({ id, ...subscriberRequest(values), metadata: subscriber.metadata }),
    submit: (request, call) => utils.client.subscriber.update.mutate(request, call),
    onDone: (after) => {
      utils.subscriber.get.setData({ id }, after);
      void utils.invalidate();
      notify({ color: 'green', message: `${fullNameOf(after)} is saved.` });
      router.push(page);
    },
  });
  return (
    <EditForm resource={resource} procedure="subscriber.update" noun="subscriber" page={page}>
      <SubscriberFields field={resource.field} />
    </EditForm>
  );
}
