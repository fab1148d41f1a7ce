import type { Metadata } from 'next';
import { PageHeader } from '@/components/data/page-header.tsx';
import { readFloors } from '../load.ts';
import { NewPlan } from '../new-plan.tsx';

export const metadata: Metadata = { title: 'New plan' };

export default async function NewPlanPage() {
  const floors = await readFloors();
  return (
    <>
      <PageHeader title="New plan" parent={{ label: 'Plans', href: '/plans' }} />
      <NewPlan floors={floors} />
    </>
  );
}
