import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { Permitted } from '@/components/shell/permitted.tsx';
import { CreateChargeForm } from '../create-charge-form.tsx';

export const metadata: Metadata = { title: 'New charge' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** `?subscriberId=` and `?subscriptionId=` choose in advance. Other pages link here with them. */
export default async function NewChargePage({ searchParams }: Props) {
  const query = await searchParams;
  const chosen = (key: string) => (typeof query[key] === 'string' ? query[key] : '');
  return (
    <>
      <PageHeader title="New charge" parent={{ label: 'Charges', href: '/charges' }} />
      <Permitted to="charges:write">
        <CreateChargeForm subscriberId={chosen('subscriberId')} subscriptionId={chosen('subscriptionId')} />
      </Permitted>
    </>
  );
}
