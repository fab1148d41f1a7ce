import { Text } from '@mantine/core';
import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { may } from '@/server/contract/roles.ts';
import { portalCaller, portalSession } from '../../../session.ts';
import { GatewayAccounts } from './gateway-accounts.tsx';

export const metadata: Metadata = { title: 'Gateways' };

export default async function GatewaysPage() {
  const caller = await portalCaller();
  const session = await portalSession();
  const mayConnect = session !== null && may(session, 'settings:write');
  const initial = mayConnect ? await caller.gatewayAccount.list({}) : null;
  return (
    <>
      <PageHeader
        title="Gateways"
        description="Your accounts at payment gateways. New payments go to them. An earlier payment stays with the account that it began with."
        parent={{ label: 'Payments', href: '/payments' }}
      />
      {initial ? (
        <GatewayAccounts initial={initial} />
      ) : (
        <Text>Owners and admins connect gateways. Ask one of them to change something here.</Text>
      )}
    </>
  );
}
