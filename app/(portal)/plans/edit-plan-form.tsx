'use client';

import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useRouter } from 'next/navigation';
import { Consequences } from '@/components/forms/consequences.tsx';
import { ResourceForm } from '@/components/forms/resource-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useDryRun } from '@/components/trpc/use-dry-run.ts';
import type { FloorTier } from '@/server/contract/floors.ts';
import type { PlanSnapshot } from '@/server/contract/plan.ts';
import { PlanFields, planRequest, planValues } from './plan-fields.tsx';

const loadSchema = () => import('@/server/contract/plan.ts').then((contract) => contract.planUpdate);

export function EditPlanForm({ plan, floors }: { plan: PlanSnapshot; floors: FloorTier[] }) {
  const { id } = plan;
  const router = useRouter();
  const utils = trpc.useUtils();
  const resource = useResourceForm({
    loadSchema,
    initialValues: planValues(plan),
    toRequest: (values) => ({ id, ...planRequest(values) }),
    submit: (request, call) => utils.client.plan.update.mutate(request, call),
    onDone: (after) => {
      utils.plan.get.setData({ id }, after);
      void utils.invalidate();
      notify({ color: 'green', message: `${after.planName} is saved.` });
      router.push(`/plans/${id}`);
    },
  });
  const isChanged = resource.form.isDirty();
  const preview = useDryRun('plan.update', isChanged ? resource.validRequest : null);
  return (
    <ResourceForm
      resource={resource}
      submitLabel="Save plan"
      onCancel={() => router.push(`/plans/${id}`)}
      api={{ method: 'PUT', path: `/v1/plans/${id}`, body: ({ id: _id, ...body }) => body }}
    >
      <Alert variant="light" color="blue" icon={<IconInfoCircle size={18} aria-hidden />}>
        Running cycles keep their terms. A new price or speed applies from the next cycle of each
        subscription.
      </Alert>
      <PlanFields form={resource.form} floors={floors} />
      <Consequences run={preview} incomplete={isChanged ? undefined : 'Nothing changes yet.'} />
    </ResourceForm>
  );
}
