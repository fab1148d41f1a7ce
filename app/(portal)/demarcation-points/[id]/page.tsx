import type { Metadata } from 'next';
import { DemarcationPointDetail } from '../demarcation-point-detail.tsx';
import { readDemarcationPoint } from '../load.ts';

type DemarcationPointPageProps = { params: Promise<{ id: string }> };

export async function generateMetadata({ params }: DemarcationPointPageProps): Promise<Metadata> {
  return { title: (await readDemarcationPoint((await params).id)).name };
}

export default async function DemarcationPointPage({ params }: DemarcationPointPageProps) {
  return <DemarcationPointDetail initial={await readDemarcationPoint((await params).id)} />;
}
