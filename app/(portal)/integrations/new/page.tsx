import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { Permitted } from '@/components/shell/permitted.tsx';
import { CreateIntegrationForm } from '../create-integration-form.tsx';

export const metadata: Metadata = { title: 'New integration' };

export default function NewIntegrationPage() {
  return (
    <>
      <PageHeader title="New integration" parent={{ label: 'Integrations', href: '/integrations' }} />
      <Permitted to="developers:write">
        <CreateIntegrationForm />
      </Permitted>
    </>
  );
}
