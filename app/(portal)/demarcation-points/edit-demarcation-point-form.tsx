'use client';

import { useRouter } from 'next/navigation';
import { Consequences } from '@/components/forms/consequences.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { DemarcationPointSnapshot } from '@/server/contract/demarcation-point.ts';
import { DemarcationPointFields, demarcationPointValues } from './demarcation-point-fields.tsx';
import { updateRequest } from './demarcation-point-request.ts';

const loadSchema = () =>
  import('@/server/contract/demarcation-point.ts').then((contract) => contract.demarcationPointUpdate);

export function EditDemarcationPointForm({ point }: { point: DemarcationPointSnapshot }) {
  const { id } = point;
  const router = useRouter();
  const utils = trpc.useUtils();
  const resource = useResourceForm({
    loadSchema,
    initialValues: demarcationPointValues(point),
    toRequest: (values) => updateRequest(point, values),
    submit: (request, call) => utils.client.demarcationPoint.update.mutate(request, call),
    onDone: (after) => {
      utils.demarcationPoint.get.setData({ id }, after);
      void utils.invalidate();
      notify({ color: 'green', message: `${after.name} is saved.` });
      router.push(`/demarcation-points/${id}`);
    },
  });
  const isChanged = resource.form.isDirty();
  const preview = useDryRun('demarcationPoint.update', isChanged ? resource.validRequest : null);
  return (
    <ResourceForm
      resource={resource}
      submitLabel="Save demarcation point"
      onCancel={() => router.push(`/demarcation-points/${id}`)}
      api={{ method: 'PATCH', path: `/v1/demarcation-points/${id}`, body: ({ id: _id, ...body }) => body }}
    >
      <DemarcationPointFields field={resource.field} />
      <Consequences run={preview} incomplete={isChanged ? undefined : 'Nothing changes yet.'} />
    </ResourceForm>
  );
}
