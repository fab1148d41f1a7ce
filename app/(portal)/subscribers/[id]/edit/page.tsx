import type { Metadata } from 'next';
import { fullName } from '@/components/format/subscriber-name.ts';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { editSubscriber } from '../../../read-resource.ts';
import { EditSubscriberForm } from '../../edit-subscriber-form.tsx';

export const metadata: Metadata = { title: 'Edit subscriber' };

export default async function EditSubscriberPage({ params }: { params: Promise<{ id: string }> }) {
  const { data: subscriber, etag } = await editSubscriber((await params).id);
  const parent = { label: fullName(subscriber), href: `/subscribers/${subscriber.id}` };
  return (
    <>
      <PageHeader title="Edit subscriber" parent={parent} />
      <EditSubscriberForm subscriber={subscriber} etag={etag} />
    </>
  );
}
