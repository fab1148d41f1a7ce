import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { Permitted } from '@/components/shell/permitted.tsx';
import { CreateWebhookForm } from '../create-webhook-form.tsx';

export const metadata: Metadata = { title: 'New webhook' };

export default function NewWebhookPage() {
  return (
    <>
      <PageHeader title="New webhook" parent={{ label: 'Webhooks', href: '/developers/webhooks' }} />
      <Permitted to="developers:write">
        <CreateWebhookForm />
      </Permitted>
    </>
  );
}
