'use client';

import { useRouter } from 'next/navigation';
import { EditForm } from '@/components/forms/edit-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { DemarcationPointSnapshot } from '@/server/contract/demarcation-point.ts';
import { DemarcationPointFields, demarcationPointValues } from './demarcation-point-fields.tsx';
import { updateRequest } from './demarcation-point-request.ts';

const loadSchema = () =>
  import('@/server/contract/demarcation-point.ts').then((contract) => contract.demarcationPointUpdate);

export function EditDemarcationPointForm({ point, etag }: { point: DemarcationPointSnapshot; etag: string }) {
  const { id } = point;
  const router = useRouter();
  const utils = trpc.useUtils();
  const page = `/demarcation-points/${id}`;
  const resource = useResourceForm({
    loadSchema,
    initialValues: demarcationPointValues(point),
    version: { etag, values: demarcationPointValues(point) },
    toRequest: (values) => updateRequest(point, values),
    submit: (request, call) => utils.client.demarcationPoint.update.mutate(request, call),
    onDone: (after) => {
      utils.demarcationPoint.get.setData({ id }, after);
      void utils.invalidate();
      notify({ color: 'green', message: `${after.name} is saved.` });
      router.push(page);
    },
  });
  return (
    <EditForm resource={resource} procedure="demarcationPoint.update" noun="demarcation point" page={page}>
      <DemarcationPointFields field={resource.field} />
    </EditForm>
  );
}
