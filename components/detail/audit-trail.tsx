'use client';

import { Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { trpc } from '@/components/trpc/client.ts';
import { useNames } from '@/components/trpc/use-names.ts';
import { type DescribedChange, idsOfChange } from '@/server/contract/texts/describe-change.ts';
import { CorrelationId } from '../format/correlation-id.tsx';
import { SentenceText } from '../format/sentence-text.tsx';
import { TimeText } from '../format/time-text.tsx';
import { AffectedList } from './affected-list.tsx';
import { ChangeList } from './change-list.tsx';
import classes from './timeline.module.css';
import { Timeline } from './timeline.tsx';

/** Who changed one resource, when and what. */
export function AuditTrail({ resourceId }: { resourceId: string }) {
  const [limit, setLimit] = useState(20);
  const query = trpc.audit.list.useQuery({ resourceId, limit }, { placeholderData: keepPreviousData });
  const ids = useMemo(() => idsOf(query.data?.data ?? []), [query.data]);
  const names = useNames(ids) ?? {};
  return (
    <Timeline
      query={query}
      empty="No change has been recorded yet."
      onMore={() => setLimit(100)}
      render={(entry) => (
        <>
          <div className={classes.head}>
            <span className={classes.name}>
              <SentenceText sentence={entry.what} />
            </span>
            <Text size="sm" c="dimmed" component="span" style={{ overflowWrap: 'anywhere' }}>
              {entry.actorEmail && `${entry.actorEmail}, `}
              <TimeText value={entry.createdAt} detail="second" />
            </Text>
          </div>
          <ChangeList changes={entry.changes} known={{ names, currency: entry.currency ?? undefined }} />
          {entry.affected && <AffectedList affected={entry.affected} names={names} />}
          {entry.correlationId && (
            <Text size="sm" c="dimmed" component="div">
              Correlation ID <CorrelationId id={entry.correlationId} short />
            </Text>
          )}
        </>
      )}
    />
  );
}

type Entry = DescribedChange & { affected?: Record<string, string[]> | null };

/** The ids whose names the entries show. */
function idsOf(entries: Entry[]): string[] {
  const ids = entries.flatMap((entry) => [
    ...idsOfChange(entry),
    ...Object.values(entry.affected ?? {}).flat(),
  ]);
  return [...new Set(ids)].sort();
}
