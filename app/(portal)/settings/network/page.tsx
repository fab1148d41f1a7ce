import { Stack } from '@mantine/core';
import type { Metadata } from 'next';
import { PageHeader } from '@/components/shell/page-header.tsx';
import { portalCaller } from '../../../session.ts';
import { NetworkServers } from './network-servers.tsx';
import { ThrottleForm } from './throttle-form.tsx';

export const metadata: Metadata = { title: 'Network settings' };

export default async function NetworkSettingsPage() {
  const caller = await portalCaller();
  const [servers, rate] = await Promise.all([caller.networkServer.list({}), caller.throttleRate.get({})]);
  return (
    <>
      <PageHeader
        title="Network settings"
        description="Your network servers, and the speed of subscriptions that are past their data cap."
      />
      <Stack gap="xl">
        <NetworkServers initial={servers} />
        <ThrottleForm initial={rate} />
      </Stack>
    </>
  );
}
