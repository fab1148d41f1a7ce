'use client';

import { Anchor, Text } from '@mantine/core';
import Link from 'next/link';
import { useState } from 'react';
import { trpc } from '@/components/trpc/client.ts';
import { ChangeList, changesOf } from './change-list.tsx';
import { CopyId } from './copy-id.tsx';
import { humanize } from './status-badge.tsx';
import { TimeText } from './time-text.tsx';
import classes from './timeline.module.css';
import { Timeline, type TimelineProps } from './timeline.tsx';

type Event = {
  id: string;
  type: string;
  occurredAt: string;
  data: {
    current: Record<string, unknown>;
    previous?: Record<string, unknown>;
    changedFields?: string[];
    rejection?: { reason: string; note?: string };
  };
};

/** Events about one resource, each with what it changed. */
export function EventTimeline({ resourceId }: { resourceId: string }) {
  const [limit, setLimit] = useState(20);
  const query = trpc.event.list.useQuery({ resourceId, limit }, { placeholderData: (previous) => previous });
  return <EventEntries query={query} onMore={() => setLimit(100)} />;
}

/** The same for events that were asked for in another way. */
export function EventEntries<E extends Event>({ query, onMore }: EventEntriesProps<E>) {
  return (
    <Timeline
      query={query}
      empty="Nothing has happened yet."
      onMore={onMore}
      render={(event) => (
        <>
          <div className={classes.head}>
            <span className={classes.name}>{event.type}</span>
            <Text size="sm" c="dimmed" component="span">
              <TimeText value={event.occurredAt} detail="second" />
            </Text>
          </div>
          <ChangeList changes={changesOf(event) ?? {}} />
          {event.data.rejection && (
            <Text size="sm">
              Rejected: {humanize(event.data.rejection.reason)}
              {event.data.rejection.note && ` – ${event.data.rejection.note}`}
            </Text>
          )}
          <Text size="sm" c="dimmed" component="div">
            <CopyId id={event.id} short />{' '}
            <Anchor
              component={Link}
              href={`/developers/events/${event.id}`}
              prefetch={false}
              inherit
              className={classes.follow}
            >
              Event
            </Anchor>
          </Text>
        </>
      )}
    />
  );
}

type EventEntriesProps<E extends Event> = Pick<TimelineProps<E>, 'query' | 'onMore'>;
