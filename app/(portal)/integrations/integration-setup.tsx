'use client';

import { Anchor, Text } from '@mantine/core';
import Link from 'next/link';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { IntegrationSnapshot } from '@/server/contract/integration.ts';
import { IntegrationConnection } from './integration-connection.tsx';
import { adapterNames } from './labels.ts';
import { OutboundSyncPanel } from './outbound-sync-panel.tsx';

type IntegrationSetupProps = {
  integration: IntegrationSnapshot;
  /** The URL that the system sends its events to. */
  receiver: string;
};

/** The settings of an integration, on its second tab. */
export function IntegrationSetup({ integration, receiver }: IntegrationSetupProps) {
  const { id, adapter, defaultDemarcationPointId: pointId } = integration;
  const mappedIds = [...Object.values(integration.tariffMap), ...(pointId ? [pointId] : [])];
  const { data: names = {} } = trpc.labels.of.useQuery(
    { ids: [...new Set(mappedIds)] },
    { enabled: mappedIds.length > 0 },
  );
  return (
    <>
      <IntegrationConnection integration={integration} receiver={receiver} />
      <Panel title="System">
        <PropertyList
          items={[
            { label: 'Adapter', value: adapterNames[adapter] },
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
