import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { editWebhook } from '../../../../read-resource.ts';
import { shortUrl } from '../../labels.ts';
import { EditWebhook } from '../../lazy-forms.tsx';

export const metadata: Metadata = { title: 'Edit webhook' };

export default async function EditWebhookPage({ params }: { params: Promise<{ id: string }> }) {
  const { data: webhook, etag } = await editWebhook((await params).id);
  const parent = { label: shortUrl(webhook.url), href: `/developers/webhooks/${webhook.id}` };
  return (
    <>
      <PageHeader title="Edit webhook" parent={parent} />
      <EditWebhook webhook={webhook} etag={etag} />
    </>
  );
}
