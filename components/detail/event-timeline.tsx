'use client';

import { Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { trpc } from '@/components/trpc/client.ts';
import { currencyIn } from '@/server/contract/texts/describe-change.ts';
import type { DescribedEvent } from '@/server/contract/texts/describe-event.ts';
import { CopyId } from '../format/copy-id.tsx';
import { TextLink } from '../format/text-link.tsx';
import { TimeText } from '../format/time-text.tsx';
import { ChangeList, changesOf } from './change-list.tsx';
import { EventSentence, useEventNames } from './event-sentence.tsx';
import classes from './timeline.module.css';
import { Timeline, type TimelineProps } from './timeline.tsx';

type Event = DescribedEvent & { id: string };

type EventQuery = TimelineProps<Event>['query'];

/** A procedure that lists the events of one resource and of what belongs to it. */
export type EventsProcedure = {
  useQuery: (
    input: { id: string; limit: number },
    options: { placeholderData: typeof keepPreviousData },
  ) => EventQuery;
};

/** Lists the events of the resource alone. */
const ownEvents: EventsProcedure = {
  useQuery: ({ id, limit }, options) => trpc.event.list.useQuery({ resourceId: id, limit }, options),
};

/** The events of a resource, newest first, each with what it changed. */
export function EventTimeline({ id, events = ownEvents }: { id: string; events?: EventsProcedure }) {
  const [limit, setLimit] = useState(20);
  const query = events.useQuery({ id, limit }, { placeholderData: keepPreviousData });
  const names = useEventNames(query.data?.data);
  return (
    <Timeline
      query={query}
      empty="No events yet."
      onMore={() => setLimit(100)}
      render={(event) => (
        <>
          <div className={classes.head}>
            <span className={classes.name}>
              <EventSentence event={event} names={names} />
            </span>
            <Text size="sm" c="dimmed" component="span">
              <TimeText value={event.occurredAt} detail="second" />
            </Text>
          </div>
          <ChangeList
            changes={changesOf(event) ?? {}}
            known={{ names, currency: currencyIn(event.data.current) }}
          />
          <Text size="sm" c="dimmed" component="div">
            <TextLink href={`/developers/events/${event.id}`} inherit className={classes.follow}>
              {event.type}
            </TextLink>{' '}
            <CopyId id={event.id} short />
          </Text>
        </>
      )}
    />
  );
}
