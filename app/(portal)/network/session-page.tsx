'use client';

import { Anchor, Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { DetailHeader } from '@/components/detail/detail-header.tsx';
import { DetailTabs } from '@/components/detail/detail-tabs.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { NetworkSessionSnapshot } from '@/server/contract/network-session.ts';
import { bytesOf, endReason, sessionState } from './labels.ts';

const DisconnectDialog = dynamic(
  () => import('./disconnect-dialog.tsx').then((module) => module.DisconnectDialog),
  { ssr: false },
);

/** Octets change with each interim update, every five minutes. */
const REFRESH_MS = 30_000;

type SessionPageProps = {
  initial: NetworkSessionSnapshot;
  subscriberName: string;
  /** The plan of the subscription. */
  planName: string;
};

/** A network session, with the action to disconnect it. */
export function SessionPage({ initial, subscriberName, planName }: SessionPageProps) {
  const { id } = initial;
  const { data: session } = trpc.networkSession.get.useQuery(
    { id },
    { initialData: initial, refetchInterval: initial.endedAt === null ? REFRESH_MS : false },
  );
  const [isDisconnecting, setDisconnecting] = useState(false);
  const { status, label } = sessionState(session);
  const mayDisconnect = useCan('sessions:write') && session.endedAt === null;
  return (
    <>
      <DetailHeader
        title={session.username}
        id={id}
        parent={{ label: 'Network', href: '/network' }}
        status={status}
        statusLabel={label}
        reason={endReason(session.reason)}
        context={
          <Anchor component={Link} href={`/subscribers/${session.subscriberId}`} prefetch={false}>
            {subscriberName}
          </Anchor>
        }
        primary={
          mayDisconnect && (
            <Button
              variant="default"
              leftSection={<IconPlugConnectedX size={16} aria-hidden />}
              onClick={() => setDisconnecting(true)}
            >
              Disconnect session
            </Button>
          )
        }
      />
      <DetailTabs
        noun="session"
        value={session}
        tabs={[
          {
            key: 'session',
            label: 'Session',
            render: () => <SessionProperties session={session} planName={planName} />,
          },
        ]}
        timeline={null}
      />
      {isDisconnecting && <DisconnectDialog session={session} onClose={() => setDisconnecting(false)} />}
    </>
  );
}

function SessionProperties({ session, planName }: { session: NetworkSessionSnapshot; planName: string }) {
  const address = (value: string | null, what: string) => value && <CopyId id={value} what={what} />;
  return (
    <Panel title="Session">
      <PropertyList
        items={[
          {
            label: 'Subscription',
            value: (
              <Anchor component={Link} href={`/subscriptions/${session.subscriptionId}`} prefetch={false}>
                {planName}
              </Anchor>
            ),
          },
          { label: 'IP address', value: address(session.ipAddress, 'IP address') },
          { label: 'Network server', value: address(session.nasIpAddress, 'network server’s address') },
          { label: 'Download', value: bytesOf(session.outputOctets) },
          { label: 'Upload', value: bytesOf(session.inputOctets) },
          { label: 'Started', value: <TimeText value={session.startedAt} /> },
          { label: 'Ended', value: session.endedAt && <TimeText value={session.endedAt} /> },
        ]}
      />
    </Panel>
  );
}
