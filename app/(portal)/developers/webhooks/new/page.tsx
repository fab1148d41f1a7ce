import type { Metadata } from 'next';
import { PageHeader } from '@/components/data/page-header.tsx';
import { NewWebhook } from '../new-webhook.tsx';

export const metadata: Metadata = { title: 'New webhook' };

export default function NewWebhookPage() {
  return (
    <>
      <PageHeader title="New webhook" parent={{ label: 'Webhooks', href: '/developers/webhooks' }} />
      <NewWebhook />
    </>
  );
}
