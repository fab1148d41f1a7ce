'use client';

import { Button } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { DetailPage } from '@/components/detail/detail-page.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { useDialog } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { NetworkSessionSnapshot } from '@/server/contract/network-session.ts';
import { bytesOf } from '@/server/contract/texts/bytes.ts';
import { endReason } from '@/server/contract/texts/end-reason.ts';
import { sessionState } from './labels.ts';
import { sessionList } from './list.ts';

const DisconnectDialog = lazyPart(() => import('./disconnect-dialog.tsx'), 'DisconnectDialog');

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
  const disconnecting = useDialog();
  const { status, label } = sessionState(session);
  const mayDisconnect = useCan('sessions:write') && session.endedAt === null;
  return (
    <DetailPage
      list={sessionList}
      value={session}
      title={session.username}
      status={status}
      statusLabel={label}
      reason={endReason(session.reason)}
      context={<TextLink href={`/subscribers/${session.subscriberId}`}>{subscriberName}</TextLink>}
      primary={
        mayDisconnect && (
          <Button
            variant="default"
            leftSection={<IconPlugConnectedX size={16} aria-hidden />}
            {...disconnecting.opener}
          >
            Disconnect session
          </Button>
        )
      }
      overview={() => <SessionProperties session={session} planName={planName} />}
      timeline={null}
    >
      {disconnecting.isOpen && <DisconnectDialog session={session} onClose={disconnecting.close} />}
    </DetailPage>
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
            value: <TextLink href={`/subscriptions/${session.subscriptionId}`}>{planName}</TextLink>,
          },
          { label: 'IP address', value: address(session.ipAddress, 'IP address') },
          // Many networks have no IPv6.
          session.framedIpv6Address !== null && {
            label: 'IPv6 address',
            value: address(session.framedIpv6Address, 'IPv6 address'),
          },
          session.framedIpv6Prefix !== null && {
            label: 'IPv6 prefix',
            value: address(session.framedIpv6Prefix, 'IPv6 prefix'),
          },
          session.delegatedIpv6Prefix !== null && {
            label: 'Delegated IPv6 prefix',
            value: address(session.delegatedIpv6Prefix, 'delegated IPv6 prefix'),
          },
          { label: 'MAC address', value: address(session.callingStationId, 'MAC address') },
          { label: 'Network server', value: session.nasName },
          { label: 'Server address', value: address(session.nasIpAddress, 'network server’s address') },
          { label: 'Download', value: bytesOf(session.outputOctets) },
          { label: 'Upload', value: bytesOf(session.inputOctets) },
          { label: 'Started', value: <TimeText value={session.startedAt} /> },
          { label: 'Ended', value: session.endedAt && <TimeText value={session.endedAt} /> },
        ]}
      />
    </Panel>
  );
}
