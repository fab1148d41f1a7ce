import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { Permitted } from '@/components/shell/permitted.tsx';
import { editIntegration } from '../../../read-resource.ts';
import { EditIntegrationForm } from '../../edit-integration-form.tsx';

export const metadata: Metadata = { title: 'Edit integration' };

type EditIntegrationPageProps = { params: Promise<{ id: string }> };

export default async function EditIntegrationPage({ params }: EditIntegrationPageProps) {
  const { data: integration, etag } = await editIntegration((await params).id);
  return (
    <>
      <PageHeader
        title="Edit integration"
        parent={{ label: integration.name, href: `/integrations/${integration.id}` }}
      />
      <Permitted to="developers:write">
        <EditIntegrationForm integration={integration} etag={etag} />
      </Permitted>
    </>
  );
}
