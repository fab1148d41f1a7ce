'use client';

import { useRouter } from 'next/navigation';
import { EditForm } from '@/components/forms/edit-form.tsx';
import { useResourceForm } from '@/components/forms/use-resource-form.ts';
import { notify } from '@/components/shell/notify.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { FloorTier } from '@/server/contract/floors.ts';
import type { PlanSnapshot } from '@/server/contract/plan.ts';
import { PlanFields, planRequest, planValues } from './plan-fields.tsx';
import { PriceImpact } from './price-impact.tsx';

const loadSchema = () => import('@/server/contract/plan.ts').then((contract) => contract.planUpdate);

export function EditPlanForm({
  plan,
  floors,
  etag,
}: {
  plan: PlanSnapshot;
  floors: FloorTier[];
  etag: string;
}) {
  const { id } = plan;
  const router = useRouter();
  const utils = trpc.useUtils();
  const page = `/plans/${id}`;
  const resource = useResourceForm({
    loadSchema,
    initialValues: planValues(plan),
    version: { etag, values: planValues(plan) },
    // A replacement without metadata would clear it.
    toRequest: (values) => ({ id, ...planRequest(values), metadata: plan.metadata }),
    submit: (request, call) => utils.client.plan.update.mutate(request, call),
    onDone: (after) => {
      utils.plan.get.setData({ id }, after);
      void utils.invalidate();
      notify({ color: 'green', message: `${after.planName} is saved.` });
      router.push(page);
    },
  });
  return (
    <EditForm resource={resource} procedure="plan.update" noun="plan" page={page}>
      <PlanFields form={resource.form} floors={floors} />
      <PriceImpact plan={plan} priceAmount={resource.form.values.priceAmount} />
    </EditForm>
  );
}
