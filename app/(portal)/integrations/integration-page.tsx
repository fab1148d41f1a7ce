'use client';

import { Anchor, Text } from '@mantine/core';
import { IconKey, IconKeyOff, IconTrash } from '@tabler/icons-react';
import Link from 'next/link';
import { useState } from 'react';
import { DetailHeader } from '@/components/detail/detail-header.tsx';
import { DetailTabs } from '@/components/detail/detail-tabs.tsx';
import { EditButton } from '@/components/detail/edit-button.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { IntegrationSnapshot } from '@/server/contract/integration.ts';
import { InboundEvents } from './inbound-events.tsx';
import type { IntegrationAction } from './integration-dialogs.tsx';
import { adapterNames, signingNames } from './labels.ts';
import { OutboundSyncPanel } from './outbound-sync-panel.tsx';

const Dialogs = lazyPart(() => import('./integration-dialogs.tsx'), 'IntegrationDialogs');

type IntegrationPageProps = {
  initial: IntegrationSnapshot;
  /** The URL that the system sends its events to. */
  receiver: string;
};

/** An integration: its inbound events, settings and secret. */
export function IntegrationPage({ initial, receiver }: IntegrationPageProps) {
  const { id } = initial;
  const { data: integration } = trpc.integration.get.useQuery({ id }, { initialData: initial });
  const [action, setAction] = useState<IntegrationAction | null>(null);
  const mayWrite = useCan('developers:write');
  const isSigned = integration.signing === 'hmac';
  const hasSecret = integration.secretLast4 !== null;
  return (
    <>
      <DetailHeader
        title={integration.name}
        id={id}
        parent={{ label: 'Integrations', href: '/integrations' }}
        status={integration.status}
        primary={mayWrite && <EditButton href={`/integrations/${id}/edit`} />}
        actions={
          mayWrite
            ? [
                ...(isSigned
                  ? [
                      {
                        key: 'rotate',
                        label: hasSecret ? 'Rotate secret' : 'Create secret',
                        icon: <IconKey size={16} aria-hidden />,
                        onClick: () => setAction('rotate'),
                      },
                    ]
                  : []),
                ...(hasSecret
                  ? [
                      {
                        key: 'revoke',
                        label: 'Revoke secret',
                        icon: <IconKeyOff size={16} aria-hidden />,
                        danger: true,
                        onClick: () => setAction('revoke'),
                      },
                    ]
                  : []),
                {
                  key: 'delete',
                  label: 'Delete integration',
                  icon: <IconTrash size={16} aria-hidden />,
                  danger: true,
                  onClick: () => setAction('delete'),
                },
              ]
            : []
        }
      />
      <DetailTabs
        noun="integration"
        value={integration}
        tabs={[
          { key: 'inbound', label: 'Inbound events', render: () => <InboundEvents integrationId={id} /> },
          {
            key: 'setup',
            label: 'Setup',
            render: () => <Setup integration={integration} receiver={receiver} />,
          },
        ]}
        timeline={null}
      />
      {action && <Dialogs action={action} integration={integration} onClose={() => setAction(null)} />}
    </>
  );
}

function Setup({
  integration,
  receiver,
}: Omit<IntegrationPageProps, 'initial'> & { integration: IntegrationSnapshot }) {
  const { id, adapter, signing, secretLast4, defaultDemarcationPointId: pointId } = integration;
  const mappedIds = [...Object.values(integration.tariffMap), ...(pointId ? [pointId] : [])];
  const { data: names = {} } = trpc.labels.of.useQuery(
    { ids: [...new Set(mappedIds)] },
    { enabled: mappedIds.length > 0 },
  );
  return (
    <>
      <Panel title="System">
        <PropertyList
          items={[
            { label: 'Adapter', value: adapterNames[adapter] },
            {
              label: 'Receiver address',
              value: <CopyId id={receiver} what="receiver’s address" />,
              wide: true,
            },
            { label: 'Authentication', value: signingNames[signing] },
            signing === 'hmac' && {
              label: 'Secret',
              value: secretLast4 ? (
                <span className="mono">…{secretLast4}</span>
              ) : (
                'Revoked. No events are accepted'
              ),
            },
            { label: 'Partner ID in the system', value: integration.externalPartnerId },
            {
              label: 'Upgrades',
              value: integration.freeImmediateUpgrade ? 'At once, free of charge' : 'After their payment',
            },
            {
              label: 'Default demarcation point',
              value: pointId && (
                <Anchor component={Link} href={`/demarcation-points/${pointId}`} prefetch={false}>
                  {names[pointId] ?? pointId}
                </Anchor>
              ),
            },
            { label: 'Created', value: <TimeText value={integration.createdAt} /> },
            { label: 'Changed', value: <TimeText value={integration.updatedAt} /> },
          ]}
        />
      </Panel>
      <Panel title="Tariffs">
        <Pairs
          pairs={Object.entries(integration.tariffMap)}
          noun="Tariff"
          none="No tariff is mapped. Services cannot be imported yet."
          render={(planId) => (
            <Anchor component={Link} href={`/plans/${planId}`} prefetch={false}>
              {names[planId] ?? planId}
            </Anchor>
          )}
        />
      </Panel>
      <Panel title="Address pools">
        <Pairs
          pairs={Object.entries(integration.poolMap)}
          noun="Pool"
          none="No pool is mapped. Services without a pool use the default pool of the NAS."
          render={(pool) => <span className="mono">{pool}</span>}
        />
      </Panel>
      {adapter === 'splynx' && <OutboundSyncPanel integrationId={id} />}
    </>
  );
}

type PairsProps = {
  pairs: [string, string][];
  /** The external object, such as “Tariff”. */
  noun: string;
  none: string;
  render: (value: string) => React.ReactNode;
};

function Pairs({ pairs, noun, none, render }: PairsProps) {
  if (pairs.length === 0) return <Text c="dimmed">{none}</Text>;
  return (
    <PropertyList items={pairs.map(([from, to]) => ({ label: `${noun} ${from}`, value: render(to) }))} />
  );
}
