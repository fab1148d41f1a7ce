'use client';

import { Text } from '@mantine/core';
import { useState } from 'react';
import { trpc } from '@/components/trpc/client.ts';
import { ChangeList, changesOf } from './change-list.tsx';
import { CopyId } from './copy-id.tsx';
import { humanize } from './status-badge.tsx';
import { TimeText } from './time-text.tsx';
import classes from './timeline.module.css';
import { Timeline } from './timeline.tsx';

/** Events about one resource, each with what it changed. */
export function EventTimeline({ resourceId }: { resourceId: string }) {
  const [limit, setLimit] = useState(20);
  const query = trpc.event.list.useQuery({ resourceId, limit }, { placeholderData: (previous) => previous });
  return (
    <Timeline
      query={query}
      empty="Nothing has happened yet."
      onMore={() => setLimit(100)}
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
            <CopyId id={event.id} short />
          </Text>
        </>
      )}
    />
  );
}
