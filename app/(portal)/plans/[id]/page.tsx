import type { Metadata } from 'next';
import { readFloors, readPlan } from '../load.ts';
import { PlanPage } from '../plan-page.tsx';

type Props = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await readPlan((await params).id)).planName };
}

export default async function Page({ params }: Props) {
  const { id } = await params;
  const [plan, floors] = await Promise.all([readPlan(id), readFloors()]);
  return <PlanPage initial={plan} floors={floors} />;
}
