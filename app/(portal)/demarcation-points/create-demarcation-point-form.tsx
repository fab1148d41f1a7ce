'use client';

import { useRouter } from 'next/navigation';
import { Consequences } from '@/components/forms/consequences.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import { DemarcationPointFields, demarcationPointValues } from './demarcation-point-fields.tsx';
import { createRequest } from './demarcation-point-request.ts';

const loadSchema = () =>
  import('@/server/contract/demarcation-point.ts').then((contract) => contract.demarcationPointCreate);

export function CreateDemarcationPointForm() {
  const router = useRouter();
  const utils = trpc.useUtils();
  const resource = useResourceForm({
    loadSchema,
    initialValues: demarcationPointValues(),
    toRequest: createRequest,
    submit: (request, call) => utils.client.demarcationPoint.create.mutate(request, call),
    onDone: (point) => {
      void utils.demarcationPoint.list.invalidate();
      notify({ color: 'green', message: `${point.name} is created.` });
      router.push(`/demarcation-points/${point.id}`);
    },
  });
  const preview = useDryRun('demarcationPoint.create', resource.validRequest);
  return (
    <ResourceForm
      resource={resource}
      submitLabel="Create demarcation point"
      onCancel={() => router.push('/demarcation-points')}
      api="demarcationPoint.create"
    >
      <DemarcationPointFields field={resource.field} />
      <Consequences run={preview} />
    </ResourceForm>
  );
}
