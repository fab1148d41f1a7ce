import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { NewPlan } from '../lazy-forms.tsx';
import { loadFloors } from '../load.ts';

export const metadata: Metadata = { title: 'New plan' };

export default async function NewPlanPage() {
  const floors = await loadFloors();
  return (
    <>
      <PageHeader title="New plan" parent={{ label: 'Plans', href: '/plans' }} />
      <NewPlan floors={floors} />
    </>
  );
}
