'use client';

import { useRouter } from 'next/navigation';
import { Consequences } from '@/components/forms/consequences.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { FloorTier } from '@/server/contract/floors.ts';
import { PlanFields, planRequest, planValues } from './plan-fields.tsx';

const loadSchema = () => import('@/server/contract/plan.ts').then((contract) => contract.planCreate);

export function CreatePlanForm({ floors }: { floors: FloorTier[] }) {
  const router = useRouter();
  const utils = trpc.useUtils();
  const resource = useResourceForm({
    loadSchema,
    initialValues: planValues(),
    toRequest: planRequest,
    submit: (request, call) => utils.client.plan.create.mutate(request, call),
    onDone: (plan) => {
      void utils.plan.list.invalidate();
      notify({ color: 'green', message: `${plan.planName} is created.` });
      router.push(`/plans/${plan.id}`);
    },
  });
  const preview = useDryRun('plan.create', resource.validRequest);
  return (
    <ResourceForm
      resource={resource}
      submitLabel="Create plan"
      onCancel={() => router.push('/plans')}
      api="plan.create"
    >
      <PlanFields form={resource.form} floors={floors} />
      <Consequences run={preview} />
    </ResourceForm>
  );
}
