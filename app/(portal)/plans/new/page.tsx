import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { Permitted } from '@/components/shell/permitted.tsx';
import { CreatePlanForm } from '../create-plan-form.tsx';
import { loadFloors } from '../load.ts';

export const metadata: Metadata = { title: 'New plan' };

export default async function NewPlanPage() {
  const floors = await loadFloors();
  return (
    <>
      <PageHeader title="New plan" parent={{ label: 'Plans', href: '/plans' }} />
      <Permitted to="plans:write">
        <CreatePlanForm floors={floors} />
      </Permitted>
    </>
  );
}
