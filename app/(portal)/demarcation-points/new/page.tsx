import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { Permitted } from '@/components/shell/permitted.tsx';
import { CreateDemarcationPointForm } from '../create-demarcation-point-form.tsx';

export const metadata: Metadata = { title: 'New demarcation point' };

export default function NewDemarcationPointPage() {
  const parent = { label: 'Demarcation points', href: '/demarcation-points' };
  return (
    <>
      <PageHeader title="New demarcation point" parent={parent} />
      <Permitted to="demarcation-points:write">
        <CreateDemarcationPointForm />
      </Permitted>
    </>
  );
}
