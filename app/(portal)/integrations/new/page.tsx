import type { Metadata } from 'next';
import { PageHeader } from '@/components/data/page-header.tsx';
import { NewIntegration } from '../new-integration.tsx';

export const metadata: Metadata = { title: 'New integration' };

export default function NewIntegrationPage() {
  return (
    <>
      <PageHeader title="New integration" parent={{ label: 'Integrations', href: '/integrations' }} />
      <NewIntegration />
    </>
  );
}
