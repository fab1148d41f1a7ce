import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { Permitted } from '@/components/shell/permitted.tsx';
import { CreateSubscriberForm } from '../create-subscriber-form.tsx';

export const metadata: Metadata = { title: 'New subscriber' };

export default function NewSubscriberPage() {
  return (
    <>
      <PageHeader title="New subscriber" parent={{ label: 'Subscribers', href: '/subscribers' }} />
      <Permitted to="subscribers:write">
        <CreateSubscriberForm />
      </Permitted>
    </>
  );
}
