import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { Permitted } from '@/components/shell/permitted.tsx';
import { editPlan } from '../../../read-resource.ts';
import { EditPlanForm } from '../../edit-plan-form.tsx';
import { loadFloors } from '../../load.ts';

export const metadata: Metadata = { title: 'Edit plan' };

export default async function EditPlanPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const [{ data: plan, etag }, floors] = await Promise.all([editPlan(id), loadFloors()]);
  return (
    <>
      <PageHeader title="Edit plan" parent={{ label: plan.planName, href: `/plans/${id}` }} />
      <Permitted to="plans:write">
        <EditPlanForm plan={plan} etag={etag} floors={floors} />
      </Permitted>
    </>
  );
}
