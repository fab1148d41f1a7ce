'use client';

import { Anchor, Button, Group, List, Stack, Text } from '@mantine/core';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { MirrorSnapshot } from '@/server/contract/mirror.ts';
import type { MirrorAction } from './mirror-dialogs.tsx';
import { mirrorFailureOf } from './words.ts';

const Dialogs = dynamic(() => import('./mirror-dialogs.tsx').then((module) => module.MirrorDialogs), {
  ssr: false,
});

/** How far it has come is seen while somebody looks. */
const REFRESH_MS = 5_000;

/** Whether the system is told of subscriptions that are sold here, and how far that has come. */
export function MirrorPanel({ integrationId }: { integrationId: string }) {
  const { data: mirror } = trpc.mirror.get.useQuery(
    { id: integrationId },
    { refetchInterval: ({ state }) => (state.data?.settings ? REFRESH_MS : false) },
  );
  const [asked, setAsked] = useState<MirrorAction | null>(null);
  const mayWrite = useCan('developers:write');
  if (!mirror) return null;
  return (
    <Panel title="Subscriptions sold here">
      <Stack gap="md">
        {mirror.settings ? (
          <Told mirror={mirror} settings={mirror.settings} />
        ) : (
          <Text c="dimmed">
            The system is not told of them. With an API key they become services there, free of charge.
          </Text>
        )}
        {mayWrite && (
          <Group gap="sm">
            <Button variant="default" onClick={() => setAsked('set')}>
              {mirror.settings ? 'Change access' : 'Set up'}
            </Button>
            {mirror.settings && (
              <Button variant="default" onClick={() => setAsked('remove')}>
                Stop
              </Button>
            )}
          </Group>
        )}
      </Stack>
      {asked && <Dialogs action={asked} mirror={mirror} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

type ToldProps = { mirror: MirrorSnapshot; settings: NonNullable<MirrorSnapshot['settings']> };

function Told({ mirror, settings }: ToldProps) {
  return (
    <>
      <PropertyList
        items={[
          { label: 'Told at', value: settings.baseUrl, wide: true },
          { label: 'API key', value: <span className="mono">…{settings.apiKeyLast4}</span> },
          { label: 'Set up', value: <TimeText value={settings.updatedAt} /> },
          { label: 'There', value: String(mirror.there) },
          { label: 'Wait to be told', value: String(mirror.waiting) },
          { label: 'Cannot be told', value: String(mirror.failed) },
        ]}
      />
      {mirror.failures.length > 0 && (
        <List size="sm">
          {mirror.failures.map(({ subscriptionId, failure }) => (
            <List.Item key={subscriptionId}>
              <Anchor component={Link} href={`/subscriptions/${subscriptionId}`} prefetch={false} inherit>
                <span className="mono">{subscriptionId}</span>
              </Anchor>
              : {mirrorFailureOf(failure)}
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}
