'use client';

import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { DetailColumns } from '@/components/detail/detail-columns.tsx';
import { DetailHeader } from '@/components/detail/detail-header.tsx';
import { EventSentence } from '@/components/detail/event-sentence.tsx';
import { JsonView } from '@/components/detail/json-view.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { PropertyList } from '@/components/detail/property-list.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { CorrelationId } from '@/components/format/correlation-id.tsx';
import { humanize } from '@/components/format/status-badge.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { useNames } from '@/components/trpc/use-names.ts';
import { eventCatalogue } from '@/server/contract/event-catalogue.ts';
import type { EventEnvelope } from '@/server/contract/events.ts';
import { idsIn } from '@/server/contract/texts/describe-event.ts';
import { hrefOfEvent, idsOfAbout, nameOfAbout } from './about.ts';
import { EventDeliveries } from './event-deliveries.tsx';
import { EventDiff } from './event-diff.tsx';

/** One event: what changed, where it went, and its body. */
export function EventPage({ event }: { event: EventEnvelope }) {
  const { id, type, data, occurredAt, correlationId, apiVersion } = event;
  const href = hrefOfEvent(event);
  const ids = useMemo(() => [...new Set([...idsIn(event), ...idsOfAbout(event)])], [event]);
  const names = useNames(ids) ?? {};
  const name = nameOfAbout(event, names);
  const { id: resourceId } = data.current;
  return (
    <>
      <DetailHeader title={type} id={id} parent={{ label: 'Events', href: '/developers/events' }} />
      <DetailColumns
        main={
          <>
            <Panel title="What changed">
              <Text mb="md">
                <EventSentence event={event} names={names} />
              </Text>
              <EventDiff data={data} />
            </Panel>
            <EventDeliveries eventId={id} />
            <Panel title="Body">
              <JsonView value={event} label="The event as JSON" />
            </Panel>
          </>
        }
        side={
          <Panel title="Event">
            <PropertyList
              items={[
                { label: 'Sent when', wide: true, value: eventCatalogue[type].when },
                { label: 'Occurred', value: <TimeText value={occurredAt} detail="second" /> },
                {
                  label: humanize(data.object),
                  wide: true,
                  value: href ? <TextLink href={href}>{name ?? 'Show'}</TextLink> : name,
                },
                {
                  label: 'Resource ID',
                  wide: true,
                  value: typeof resourceId === 'string' && <CopyId id={resourceId} what="resource id" />,
                },
                {
                  label: 'Correlation ID',
                  wide: true,
                  value: <CorrelationId id={correlationId} />,
                },
                { label: 'API version', value: apiVersion },
              ]}
            />
          </Panel>
        }
      />
    </>
  );
}
