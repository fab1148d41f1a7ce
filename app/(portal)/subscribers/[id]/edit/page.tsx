import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { Permitted } from '@/components/shell/permitted.tsx';
import { fullNameOf } from '@/server/contract/full-name.ts';
import { editSubscriber } from '../../../read-resource.ts';
import { EditSubscriberForm } from '../../edit-subscriber-form.tsx';

export const metadata: Metadata = { title: 'Edit subscriber' };

export default async function EditSubscriberPage({ params }: { params: Promise<{ id: string }> }) {
  const { data: subscriber, etag } = await editSubscriber((await params).id);
  const parent = { label: fullNameOf(subscriber), href: `/subscribers/${subscriber.id}` };
  return (
    <>
      <PageHeader title="Edit subscriber" parent={parent} />
      <Permitted to="subscribers:write">
        <EditSubscriberForm subscriber={subscriber} etag={etag} />
      </Permitted>
    </>
  );
}
