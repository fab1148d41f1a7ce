import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { Permitted } from '@/components/shell/permitted.tsx';
import { portalCaller } from '../../../session.ts';
import { CreateInstallationForm } from '../create-installation-form.tsx';

export const metadata: Metadata = { title: 'New installation' };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

/** `?subscriptionId=` or `?subscriberId=` chooses in advance. Other pages link here with one of them. */
export default async function NewInstallationPage({ searchParams }: Props) {
  const query = await searchParams;
  const chosen = (key: string) => (typeof query[key] === 'string' ? query[key] : '');
  const subscriptionId = chosen('subscriptionId');
  const caller = await portalCaller();
  const subscription = subscriptionId
    ? await caller.subscription.get({ id: subscriptionId }).catch(() => null)
    : null;
  return (
    <>
      <PageHeader title="New installation" parent={{ label: 'Installations', href: '/installations' }} />
      <Permitted to="installations:write">
        <CreateInstallationForm
          subscriberId={subscription?.subscriberId ?? chosen('subscriberId')}
          subscriptionId={subscription?.id ?? ''}
        />
      </Permitted>
    </>
  );
}
