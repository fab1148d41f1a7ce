import type { Metadata } from 'next';
import { PageHeader } from '@/components/data/page-header.tsx';
import { portalCaller } from '../../../session.ts';
import { NetworkServers } from './network-servers.tsx';

export const metadata: Metadata = { title: 'Network servers' };

export default async function NetworkServersPage() {
  const servers = await (await portalCaller()).networkServer.list({});
  return (
    <>
      <PageHeader
        title="Network servers"
        description="The routers that let subscribers online. FreeRADIUS takes requests from them, and sessions on them can be slowed down and ended."
      />
      <NetworkServers initial={servers} />
    </>
  );
}
