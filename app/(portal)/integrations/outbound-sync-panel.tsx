'use client';

import { Button, Group, List, Stack, Text } from '@mantine/core';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { useDialogs } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useNames } from '@/components/trpc/use-names.ts';
import type { OutboundSyncSnapshot } from '@/server/contract/portal/outbound-sync.ts';
import { syncFailureText } from '@/server/contract/texts/reason-texts.ts';
import type { OutboundSyncAction } from './outbound-sync-dialogs.tsx';

const Dialogs = lazyPart(() => import('./outbound-sync-dialogs.tsx'), 'OutboundSyncDialogs');

/** The counts change while the page is open. */
const REFRESH_MS = 5_000;

/** The settings and the progress of an integration’s outbound sync. */
export function OutboundSyncPanel({ integrationId }: { integrationId: string }) {
  const { data: sync } = trpc.outboundSync.get.useQuery(
    { id: integrationId },
    { refetchInterval: ({ state }) => (state.data?.settings ? REFRESH_MS : false) },
  );
  const dialogs = useDialogs<OutboundSyncAction>();
  const mayWrite = useCan('developers:write');
  if (!sync) return null;
  return (
    <Panel title="Outbound sync">
      <Stack gap="md">
        {sync.settings ? (
          <Progress sync={sync} settings={sync.settings} />
        ) : (
          <Text c="dimmed">
            Outbound sync is off. With an API key of the system, each subscription sold in Demarc gets a
            service there, at price 0.
          </Text>
        )}
        {mayWrite && (
          <Group gap="sm">
            <Button variant="default" {...dialogs.opens('set')}>
              {sync.settings ? 'Change access' : 'Set up outbound sync'}
            </Button>
            {sync.settings && (
              <Button variant="default" {...dialogs.opens('remove')}>
                Stop outbound sync
              </Button>
            )}
          </Group>
        )}
      </Stack>
      {dialogs.opened && <Dialogs action={dialogs.opened} sync={sync} onClose={dialogs.close} />}
    </Panel>
  );
}

type ProgressProps = { sync: OutboundSyncSnapshot; settings: NonNullable<OutboundSyncSnapshot['settings']> };

function Progress({ sync, settings }: ProgressProps) {
  const names = useNames(sync.failures.map(({ subscriptionId }) => subscriptionId));
  return (
    <>
      <PropertyList
        items={[
          { label: 'Address', value: settings.baseUrl, wide: true },
          { label: 'API key', value: <span className="mono">…{settings.apiKeyLast4}</span> },
          { label: 'Updated', value: <TimeText value={settings.updatedAt} /> },
          { label: 'Synced', value: String(sync.synced) },
          { label: 'Pending', value: String(sync.pending) },
          { label: 'Failed', value: String(sync.failed) },
        ]}
      />
      {sync.failures.length > 0 && (
        <List size="sm">
          {sync.failures.map(({ subscriptionId, failure }) => (
            <List.Item key={subscriptionId}>
              <TextLink href={`/subscriptions/${subscriptionId}`} inherit underline="always">
                {names?.[subscriptionId] ?? '…'}
              </TextLink>
              : {syncFailureText(failure)}
            </List.Item>
          ))}
        </List>
      )}
    </>
  );
}
