'use client';

import { EventSentence } from '@/components/detail/event-sentence.tsx';
import { BreakableCode } from '@/components/format/breakable-code.tsx';
import { CopyId } from '@/components/format/copy-id.tsx';
import { humanize } from '@/components/format/status-badge.tsx';
import { TextLink } from '@/components/format/text-link.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { correlationColumn } from '@/components/table/correlation-column.tsx';
import type { InitialList } from '@/components/table/list-definition.ts';
import { ListPage } from '@/components/table/list-page.tsx';
import type { TableColumn } from '@/components/table/table-column.ts';
import { namedListOf } from '@/components/table/use-named-rows.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { EventEnvelope } from '@/server/contract/events.ts';
import type { Names } from '@/server/contract/texts/describe-change.ts';
import { idsIn } from '@/server/contract/texts/describe-event.ts';
import { rejectionText } from '@/server/contract/texts/reason-texts.ts';
import { hrefOfEvent, idsOfAbout, nameOfAbout } from './about.ts';
import { changedFieldsOf } from './diff.ts';
import { eventList } from './list.ts';

type NamedEvent = EventEnvelope & { names?: Names };

const useList = namedListOf<EventEnvelope, NamedEvent>(trpc.event.listAll, {
  idsIn: (events) => [...new Set(events.flatMap((event) => [...idsIn(event), ...idsOfAbout(event)]))].sort(),
  withNames: (events, names) => events.map((event) => ({ ...event, names })),
  isNamed: (event): event is NamedEvent => 'names' in event,
});

const columns: TableColumn<NamedEvent>[] = [
  { key: 'type', title: 'Event', render: ({ type }) => <BreakableCode code={type} /> },
  {
    key: 'sentence',
    title: 'What happened',
    render: ({ names = {}, ...event }) => <EventSentence event={event} names={names} />,
  },
  {
    key: 'occurredAt',
    title: 'Occurred',
    sortable: true,
    render: ({ occurredAt }) => <TimeText value={occurredAt} detail="second" />,
  },
  {
    key: 'about',
    title: 'About',
    from: 'medium',
    render: (event) => {
      const href = hrefOfEvent(event);
      const name = nameOfAbout(event, event.names ?? {}) ?? '…';
      const text = `${humanize(event.data.object)} ${name}`;
      return href ? (
        <TextLink href={href} inherit>
          {text}
        </TextLink>
      ) : (
        text
      );
    },
  },
  {
    key: 'resourceId',
    title: 'Resource ID',
    defaultVisible: false,
    render: ({ data }) =>
      typeof data.current.id === 'string' ? <CopyId id={data.current.id} what="resource id" short /> : '–',
  },
  {
    key: 'changed',
    title: 'Changed',
    defaultVisible: false,
    render: ({ data }) => {
      if (data.rejection) return `Rejected: ${rejectionText(data.rejection.reason)}`;
      const fields = changedFieldsOf(data);
      return fields.length > 3
        ? `${fields.slice(0, 3).join(', ')} and ${fields.length - 3} more`
        : fields.join(', ') || '–';
    },
  },
  correlationColumn,
  {
    key: 'id',
    title: 'Event ID',
    defaultVisible: false,
    render: ({ id }) => <CopyId id={id} what="event id" short />,
  },
];

/** The list of events. */
export function EventsTable({ initial }: { initial?: InitialList<EventEnvelope> }) {
  return (
    <ListPage
      permission="read"
      definition={eventList}
      columns={columns}
      initial={initial}
      useList={useList}
      rowHref={({ id }) => `/developers/events/${id}`}
      empty={{
        title: 'No events yet',
        description:
          'Each change of a resource is recorded here and sent to your webhooks. Create a plan, for instance.',
      }}
    />
  );
}
