import { Stack, Text, Title } from '@mantine/core';
import type { Metadata } from 'next';
import { redirect } from 'next/navigation';
import { OtherAccounts } from '@/components/shell/other-accounts.tsx';
import { PortalProviders } from '@/components/shell/portal-providers.tsx';
import { type AccountStep, isAccountStep } from '@/server/contract/portal/required-step.ts';
import { pageOfStep, portalSession } from '../../session.ts';

export const metadata: Metadata = { title: 'Account unavailable' };

const texts: Record<AccountStep, { title: string; text: string }> = {
  leaveSuspendedAccount: {
    title: 'This account is suspended',
    text: 'Customers stay online, and invoices, payments and webhooks continue. The portal and the API are available again when the operator of this service ends the suspension.',
  },
  leavePausedAccount: {
    title: 'This account is being moved',
    text: 'Customers stay online. The portal and the API are available again in a few minutes.',
  },
  leaveClosedAccount: {
    title: 'This account is closed',
    text: 'Nothing runs for it any more. Contact the operator of this service about its data.',
  },
};

export default async function AccountUnavailablePage() {
  const session = await portalSession();
  if (!session) redirect(`/login?next=${pageOfStep.leaveSuspendedAccount}`);
  const { requiredStep, provider, providers } = session;
  if (!isAccountStep(requiredStep)) redirect('/');
  const { title, text } = texts[requiredStep];
  return (
    <Stack gap="md">
      <Title order={1}>{title}</Title>
      <Text size="sm">
        {provider.name}, {provider.livemode ? 'live' : 'sandbox'} account
      </Text>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
      <PortalProviders>
        <OtherAccounts accounts={providers.filter(({ id }) => id !== provider.id)} />
      </PortalProviders>
    </Stack>
  );
}
