'use client';

import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect } from 'react';
import { DetailColumns } from '@/components/detail/detail-columns.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { RelatedList } from '@/components/detail/related-list.tsx';
import { StatusBadge } from '@/components/format/status-badge.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { useSession } from '@/components/shell/session-context.tsx';
import type { Opener } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { DeliverySnapshot } from '@/server/contract/delivery.ts';
import type { WebhookHealth } from '@/server/contract/portal/webhook.ts';
import { formatTime } from '@/server/contract/texts/format-time.ts';
import type { WebhookSnapshot } from '@/server/contract/webhook.ts';
import { isActiveWebhook } from '@/server/contract/webhook-rules.ts';
import type { WebhookAction } from './actions.tsx';
import {
  deliveryStatusNames,
  latencyText,
  outcomeAndLatencyOf,
  successText,
  troubleTitle,
} from './labels.ts';
import { pollWhilePending } from './poll-while-pending.ts';

type OverviewProps = {
  webhook: WebhookSnapshot;
  health: WebhookHealth | undefined;
  /** Absent without the permission to write. */
  opens?: (action: WebhookAction) => Opener;
};

/** The health and the settings of a webhook. */
export function WebhookOverview({ webhook, health, opens }: OverviewProps) {
  return (
    <>
      {health && <Trouble health={health} opens={opens} />}
      <DetailColumns
        main={<LatestDeliveries webhookId={webhook.id} />}
        side={
          <>
            {health && <Doing health={health} />}
            <Settings webhook={webhook} health={health} />
          </>
        }
      />
    </>
  );
}

function Trouble({ health, opens }: { health: WebhookHealth; opens?: OverviewProps['opens'] }) {
  const { timeZone } = useSession().provider;
  const title = troubleTitle(health);
  if (!title) return null;
  const isOff = !isActiveWebhook(health);
  return (
    <Alert
      color={isOff || health.warnings >= 2 ? 'red' : 'yellow'}
      variant="light"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={title}
      mb="md"
    >
      <Text size="sm">
        {isOff
          ? `${health.pending === 1 ? '1 delivery is' : `${health.pending.toLocaleString('en')} deliveries are`} pending. Repair the receiver, then enable the webhook.`
          : `The webhook is disabled at ${health.disablesAt && formatTime(health.disablesAt, timeZone)} unless a delivery succeeds before.`}
      </Text>
      {opens && (
        <Group mt="xs">
          <Button size="compact-sm" variant="default" {...opens(isOff ? 'enable' : 'test')}>
            {isOff ? 'Enable' : 'Send test event'}
          </Button>
        </Group>
      )}
    </Alert>
  );
}

function Doing({ health }: { health: WebhookHealth }) {
  const { recent, pending, retrying, nextRetryAt, failed, failingSince } = health;
  return (
    <Panel title="Health">
      <PropertyList
        items={[
          { label: 'Recent success', value: successText(recent) },
          { label: 'Median latency', value: latencyText(recent.latencyMs) },
          { label: 'Pending', value: <span className="tabular">{pending}</span> },
          retrying > 0 && {
            label: 'Waiting for a retry',
            value: (
              <>
                <span className="tabular">{retrying}</span>, the next at{' '}
                <TimeText value={nextRetryAt} detail="second" />
              </>
            ),
          },
          { label: 'Failed', value: <span className="tabular">{failed}</span> },
          { label: 'Last delivered', value: <TimeText value={recent.lastDeliveredAt} /> },
          failingSince !== null && { label: 'Failing since', value: <TimeText value={failingSince} /> },
        ]}
      />
    </Panel>
  );
}

function Settings({ webhook, health }: Pick<OverviewProps, 'webhook' | 'health'>) {
  const { url, events, headers, apiVersion, secretLast4, createdAt, updatedAt } = webhook;
  return (
    <Panel title="Settings">
      <PropertyList
        items={[
          { label: 'Sends to', wide: true, value: <span className="mono">{url}</span> },
          {
            label: 'Events',
            wide: true,
            value: events.includes('*')
              ? 'All'
              : events.map((name) => (
                  <div key={name} className="mono">
                    {name}
                  </div>
                )),
          },
          { label: 'Headers', wide: true, value: headers.map(({ name }) => name).join(', ') },
          { label: 'API version', value: apiVersion },
          { label: 'Secret', value: <span className="mono">…{secretLast4}</span> },
          Boolean(health?.previousSecretUntil) && {
            label: 'Old secret valid until',
            value: <TimeText value={health?.previousSecretUntil} />,
          },
          { label: 'Created', value: <TimeText value={createdAt} /> },
          { label: 'Changed', value: <TimeText value={updatedAt} /> },
        ]}
      />
    </Panel>
  );
}

function LatestDeliveries({ webhookId }: { webhookId: string }) {
  const query = trpc.delivery.list.useQuery(
    { id: webhookId, limit: 10 },
    { refetchInterval: pollWhilePending },
  );
  const { data } = query;
  const utils = trpc.useUtils();
  // Newly loaded deliveries change the figures of the health as well.
  useEffect(() => {
    if (data) void utils.webhook.health.invalidate();
  }, [data, utils]);
  return (
    <RelatedList
      title="Latest deliveries"
      query={query}
      href={({ id }) => `/developers/webhooks/${webhookId}/deliveries/${id}`}
      primary={({ eventType, test }) => `${eventType}${test ? ' (test)' : ''}`}
      secondary={(delivery) => <LastOutcome delivery={delivery} />}
      aside={({ status }) => <StatusBadge status={status} label={deliveryStatusNames[status]} />}
      empty="No deliveries yet. Send a test event to check the receiver."
      all={{ label: 'All deliveries', href: `/developers/webhooks/${webhookId}?tab=deliveries` }}
    />
  );
}

function LastOutcome({ delivery }: { delivery: DeliverySnapshot }) {
  const last = delivery.attempts.at(-1);
  if (!last) return <TimeText value={delivery.createdAt} detail="second" />;
  return (
    <>
      <TimeText value={last.at} detail="second" /> · {outcomeAndLatencyOf(last)}
    </>
  );
}
