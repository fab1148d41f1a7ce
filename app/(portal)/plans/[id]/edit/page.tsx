import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { readPlan } from '../../../read-resource.ts';
import { EditPlan } from '../../lazy-forms.tsx';
import { loadFloors } from '../../load.ts';

export const metadata: Metadata = { title: 'Edit plan' };

export default async function EditPlanPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const [plan, floors] = await Promise.all([readPlan(id), loadFloors()]);
  return (
    <>
      <PageHeader title="Edit plan" parent={{ label: plan.planName, href: `/plans/${id}` }} />
      <EditPlan plan={plan} floors={floors} />
    </>
  );
}
