import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { Permitted } from '@/components/shell/permitted.tsx';
import { editWebhook } from '../../../../read-resource.ts';
import { EditWebhookForm } from '../../edit-webhook-form.tsx';
import { shortUrl } from '../../labels.ts';

export const metadata: Metadata = { title: 'Edit webhook' };

export default async function EditWebhookPage({ params }: { params: Promise<{ id: string }> }) {
  const { data: webhook, etag } = await editWebhook((await params).id);
  const parent = { label: shortUrl(webhook.url), href: `/developers/webhooks/${webhook.id}` };
  return (
    <>
      <PageHeader title="Edit webhook" parent={parent} />
      <Permitted to="developers:write">
        <EditWebhookForm webhook={webhook} etag={etag} />
      </Permitted>
    </>
  );
}
