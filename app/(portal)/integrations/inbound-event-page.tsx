'use client';

import { Anchor, Button, Code, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import Link from 'next/link';
import { DetailColumns } from '@/components/detail/detail-columns.tsx';
import { DetailHeader } from '@/components/detail/detail-header.tsx';
import { DetailTabs } from '@/components/detail/detail-tabs.tsx';
import { JsonView } from '@/components/detail/json-view.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { CorrelationId } from '@/components/format/correlation-id.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useCan } from '@/components/shell/session-context.tsx';
import { useDialog } from '@/components/shell/use-dialog.ts';
import { trpc } from '@/components/trpc/client.ts';
import { useNames } from '@/components/trpc/use-names.ts';
import { isOpenInboundEvent, isRetryableInboundEvent } from '@/server/contract/inbound-event-rules.ts';
import type { IntegrationSnapshot } from '@/server/contract/integration.ts';
import type { InboundEventDetail } from '@/server/contract/portal/integration.ts';
import { CausedByEvent } from './caused-by-event.tsx';
import { isUnmapped, outcomeNameOf, outcomeOf, trustNames } from './labels.ts';

const RetryDialog = lazyPart(() => import('./retry-dialog.tsx'), 'RetryDialog');

type InboundEventPageProps = { integration: IntegrationSnapshot; initial: InboundEventDetail };

/** An inbound event: its processing, body, commands and effects. */
export function InboundEventPage({ integration, initial }: InboundEventPageProps) {
  const id = { id: integration.id, inboundId: initial.id };
  const { data: event } = trpc.inboundEvent.get.useQuery(id, {
    initialData: initial,
    refetchInterval: ({ state }) => (state.data && isOpenInboundEvent(state.data) ? 1_000 : false),
  });
  const retrying = useDialog();
  const mayRetry = useCan('developers:write') && isRetryableInboundEvent(event);
  return (
    <>
      <DetailHeader
        title={event.event}
        id={event.id}
        parent={{ label: integration.name, href: `/integrations/${integration.id}` }}
        status={event.status}
        statusLabel={outcomeNameOf(event)}
        reason={isRetryableInboundEvent(event) ? event.reason : null}
        primary={
          mayRetry && (
            <Button leftSection={<IconRefresh size={16} aria-hidden />} {...retrying.opener}>
              Retry event
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
      {retrying.isOpen && (
        <RetryDialog integrationId={integration.id} event={event} onClose={retrying.close} />
      )}
    </>
  );
}

type EventProps = { integrationId: string; event: InboundEventDetail };

function Inspector({ integrationId, event }: EventProps) {
  return (
    <DetailColumns
      main={
        <>
          <Panel title="Commands">
            {event.commands.length > 0 ? (
              <JsonView value={event.commands} label="The commands as JSON" />
            ) : (
              <Text c="dimmed">{isOpenInboundEvent(event) ? 'Not processed yet.' : 'No commands.'}</Text>
            )}
          </Panel>
          <CausedByEvent correlationId={event.correlationId} isOpen={isOpenInboundEvent(event)} />
          <Panel title="Body">
            <Payload body={event.body} />
          </Panel>
        </>
      }
      side={<Processing integrationId={integrationId} event={event} />}
    />
  );
}

/** JSON is formatted; any other text is shown unchanged. */
function Payload({ body }: { body: string }) {
  try {
    return <JsonView value={JSON.parse(body)} label="The body as JSON" />;
  } catch {
    return <Code block>{body}</Code>;
  }
}

function Processing({ integrationId, event }: EventProps) {
  const mayMap = useCan('developers:write') && isRetryableInboundEvent(event) && isUnmapped(event.reason);
  const { externalServiceId, externalEventId, subscriptionId, attempts } = event;
  const names = useNames(subscriptionId ? [subscriptionId] : []);
  return (
    <Panel title="Processing">
      <Stack gap="md">
        <PropertyList
          items={[
            { label: 'Received', value: <TimeText value={event.receivedAt} detail="second" />, wide: true },
            { label: 'Authentication', value: trustNames[event.trust], wide: true },
            {
              label: 'Outcome',
              wide: true,
              value: (
                <>
                  {outcomeOf(event)}
                  {mayMap && (
                    <div>
                      <Anchor component={Link} href={`/integrations/${integrationId}/edit`} prefetch={false}>
                        Edit mappings
                      </Anchor>
                    </div>
                  )}
                </>
              ),
            },
            { label: 'Attempts', value: attempts },
            { label: 'External service ID', value: externalServiceId },
            { label: 'External event ID', value: externalEventId },
            {
              label: 'Subscription',
              wide: true,
              value: subscriptionId && (
                <TextLink href={`/subscriptions/${subscriptionId}`}>
                  {names?.[subscriptionId] ?? '…'}
                </TextLink>
              ),
            },
            {
              label: 'Correlation ID',
              wide: true,
              value: <CorrelationId id={event.correlationId} />,
            },
          ]}
        />
      </Stack>
    </Panel>
  );
}
