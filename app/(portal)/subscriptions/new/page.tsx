import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { Permitted } from '@/components/shell/permitted.tsx';
import { CreateSubscriptionForm } from '../create-subscription-form.tsx';

export const metadata: Metadata = { title: 'New subscription' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** `?subscriberId=`, `?planId=` and `?demarcationPointId=` choose in advance. Other pages link here with them. */
export default async function NewSubscriptionPage({ searchParams }: Props) {
  const query = await searchParams;
  const chosen = (key: string) => (typeof query[key] === 'string' ? query[key] : '');
  return (
    <>
      <PageHeader title="New subscription" parent={{ label: 'Subscriptions', href: '/subscriptions' }} />
      <Permitted to="subscriptions:write">
        <CreateSubscriptionForm
          subscriberId={chosen('subscriberId')}
          planId={chosen('planId')}
          demarcationPointId={chosen('demarcationPointId')}
        />
      </Permitted>
    </>
  );
}
