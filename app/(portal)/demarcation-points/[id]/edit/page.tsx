import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { Permitted } from '@/components/shell/permitted.tsx';
import { editDemarcationPoint } from '../../../read-resource.ts';
import { EditDemarcationPointForm } from '../../edit-demarcation-point-form.tsx';

export const metadata: Metadata = { title: 'Edit demarcation point' };

type EditDemarcationPointPageProps = { params: Promise<{ id: string }> };

export default async function EditDemarcationPointPage({ params }: EditDemarcationPointPageProps) {
  const { data: point, etag } = await editDemarcationPoint((await params).id);
  return (
    <>
      <PageHeader
        title="Edit demarcation point"
        parent={{ label: point.name, href: `/demarcation-points/${point.id}` }}
      />
      <Permitted to="demarcation-points:write">
        <EditDemarcationPointForm point={point} etag={etag} />
      </Permitted>
    </>
  );
}
