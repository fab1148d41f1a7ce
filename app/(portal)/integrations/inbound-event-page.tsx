'use client';

import { Anchor, Button, Code, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import dynamic from 'next/dynamic';
import Link from 'next/link';
import { useState } from 'react';
import { DetailColumns } from '@/components/detail/detail-columns.tsx';
import { DetailHeader } from '@/components/detail/detail-header.tsx';
import { DetailTabs } from '@/components/detail/detail-tabs.tsx';
import { JsonView } from '@/components/detail/json-view.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { CorrelationId } from '@/components/format/correlation-id.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { trpc } from '@/components/trpc/client.ts';
import type { InboundEventDetail, IntegrationSnapshot } from '@/server/contract/integration.ts';
import { CausedByEvent } from './caused-by-event.tsx';
import { isUnmapped, outcomeNameOf, outcomeOf, trustNames } from './labels.ts';

const RetryDialog = dynamic(() => import('./retry-dialog.tsx').then((module) => module.RetryDialog), {
  ssr: false,
});

type InboundEventPageProps = { integration: IntegrationSnapshot; initial: InboundEventDetail };

/** One event on its way: as it came, what it was taken to mean, and what it brought about. */
export function InboundEventPage({ integration, initial }: InboundEventPageProps) {
  const which = { id: integration.id, inboundId: initial.id };
  const { data: event } = trpc.inboundEvent.get.useQuery(which, {
    initialData: initial,
    refetchInterval: ({ state }) => (isOpen(state.data?.status) ? 1_000 : false),
  });
  const [isRetrying, setRetrying] = useState(false);
  const mayRetry = useCan('developers:write') && event.status === 'FAILED';
  return (
    <>
      <DetailHeader
        title={event.event}
        id={event.id}
        parent={{ label: integration.name, href: `/integrations/${integration.id}` }}
        status={event.status}
        statusLabel={outcomeNameOf(event)}
        reason={event.status === 'FAILED' ? event.reason : null}
        primary={
          mayRetry && (
            <Button leftSection={<IconRefresh size={16} aria-hidden />} onClick={() => setRetrying(true)}>
              Try again
            </Button>
          )
        }
      />
      <DetailTabs
        noun="inbound event"
        value={event}
        tabs={[
          {
            key: 'event',
            label: 'Event',
            render: () => <Inspector integrationId={integration.id} event={event} />,
          },
        ]}
        timeline={null}
      />
      {isRetrying && (
        <RetryDialog integrationId={integration.id} event={event} onClose={() => setRetrying(false)} />
      )}
    </>
  );
}

type EventProps = { integrationId: string; event: InboundEventDetail };

function isOpen(status: string | undefined): boolean {
  return status === 'QUEUED' || status === 'PROCESSING';
}

function Inspector({ integrationId, event }: EventProps) {
  return (
    <DetailColumns
      main={
        <>
          <Panel title="What it was taken to mean">
            {event.commands.length > 0 ? (
              <JsonView value={event.commands} label="The commands it became" />
            ) : (
              <Text c="dimmed">{isOpen(event.status) ? 'It was not looked at yet.' : 'Nothing.'}</Text>
            )}
          </Panel>
          <CausedByEvent correlationId={event.correlationId} isOpen={isOpen(event.status)} />
          <Panel title="As it came">
            <Payload body={event.body} />
          </Panel>
        </>
      }
      side={<Stages integrationId={integrationId} event={event} />}
    />
  );
}

/** JSON is shown laid out; whatever else it is, as it is. */
function Payload({ body }: { body: string }) {
  try {
    return <JsonView value={JSON.parse(body)} label="The body as it came" />;
  } catch {
    return <Code block>{body}</Code>;
  }
}

function Stages({ integrationId, event }: EventProps) {
  const mayMap = useCan('developers:write') && event.status === 'FAILED' && isUnmapped(event.reason);
  const { externalServiceId, externalEventId, subscriptionId, attempts } = event;
  return (
    <Panel title="Its way">
      <Stack gap="md">
        <PropertyList
          items={[
            { label: 'Received', value: <TimeText value={event.receivedAt} detail="second" />, wide: true },
            { label: 'Verified', value: trustNames[event.trust], wide: true },
            {
              label: 'Outcome',
              wide: true,
              value: (
                <>
                  {outcomeOf(event)}
                  {mayMap && (
                    <div>
                      <Anchor component={Link} href={`/integrations/${integrationId}/edit`} prefetch={false}>
                        Edit what is mapped
                      </Anchor>
                    </div>
                  )}
                </>
              ),
            },
            { label: 'Attempts', value: attempts },
            { label: 'Service', value: externalServiceId },
            { label: 'Its id there', value: externalEventId },
            {
              label: 'Subscription',
              wide: true,
              value: subscriptionId && (
                <Anchor
                  component={Link}
                  href={`/subscriptions/${subscriptionId}`}
                  prefetch={false}
                  className="mono"
                >
                  {subscriptionId}
                </Anchor>
              ),
            },
            {
              label: 'Correlation id',
              wide: true,
              value: <CorrelationId id={event.correlationId} />,
            },
          ]}
        />
      </Stack>
    </Panel>
  );
}
