import type { Metadata } from 'next';
import { PageHeader } from '@/components/data/page-header.tsx';
import { NewDemarcationPoint } from '../new-demarcation-point.tsx';

export const metadata: Metadata = { title: 'New demarcation point' };

export default function NewDemarcationPointPage() {
  const parent = { label: 'Demarcation points', href: '/demarcation-points' };
  return (
    <>
      <PageHeader title="New demarcation point" parent={parent} />
      <NewDemarcationPoint />
    </>
  );
}
