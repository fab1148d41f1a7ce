'use client';

import { Pagination, Progress, Skeleton, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { useEventNames } from '@/components/detail/event-sentence.tsx';
import { Panel } from '@/components/detail/panel.tsx';
import { TimeText } from '@/components/format/time-text.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { FilterPill } from '@/components/table/filter-pill.tsx';
import { OptionsFilter } from '@/components/table/options-filter.tsx';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import type { ClockAdvanceProgress, ClockEvent } from '@/server/contract/portal/test-clock.ts';
import { AdvanceEvent } from './advance-event.tsx';
import { AdvanceSummary } from './advance-summary.tsx';
import classes from './clock.module.css';
import type { Watched } from './use-watched.ts';

type CausedInput = Parameters<typeof trpc.testClock.caused.useQuery>[0];

const POLL_MS = 700;
const PAGE_SIZE = 50;
/** A running advance reports progress from the start. After this many responses without progress it does not exist. */
const MAX_EMPTY_RESPONSES = 6;

type AdvanceResultProps = { id: string; watched: Watched; now: string };

/** One advance: its progress while it runs, then its events in order. */
export function AdvanceResult({ id, watched, now }: AdvanceResultProps) {
  const query = trpc.testClock.progress.useQuery(
    { correlationId: id },
    { refetchInterval: ({ state: { data } }) => (data?.advance ? false : POLL_MS), staleTime: 0 },
  );
  const { data, dataUpdatedAt } = query;
  const emptyResponses = useRef(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer counts, an unchanged one too
  useEffect(() => {
    emptyResponses.current = data?.advance || data?.reached ? 0 : emptyResponses.current + 1;
  }, [dataUpdatedAt]);
  if (query.error) return <ProblemAlert problem={toApiProblem(query.error)} />;
  if (data?.advance) return <Done id={id} watched={watched} advance={data.advance} progress={data} />;
  if (data && !data.reached && (!watched.target || emptyResponses.current > MAX_EMPTY_RESPONSES)) {
    return (
      <Panel title="What happened">
        <Text>This account has no advance with this id. A failed advance changes nothing.</Text>
      </Panel>
    );
  }
  return <InProgress from={now} to={watched.target} reached={data?.reached ?? null} />;
}

/** The progress of an advance. The clock of the provider changes when the advance is complete. */
function InProgress({ from, to, reached }: { from: string; to: string | null; reached: string | null }) {
  const share =
    reached && to ? (Date.parse(reached) - Date.parse(from)) / (Date.parse(to) - Date.parse(from)) : 0;
  const percent = Math.round(Math.min(1, Math.max(0, share)) * 100);
  return (
    <Panel title="In progress">
      <Text mb="xs" role="status">
        {reached ? (
          <>
            Completed up to <TimeText value={reached} />
            {to && (
              <>
                {' '}
                on the way to <TimeText value={to} />
              </>
            )}
          </>
        ) : (
          'Starting…'
        )}
      </Text>
      <Progress value={percent} aria-label="Progress of the advance" animated />
      <Text size="sm" c="dimmed" mt="xs">
        The advance takes effect as a whole or not at all. You can leave this page and come back.
      </Text>
    </Panel>
  );
}

type DoneProps = {
  id: string;
  watched: Watched;
  advance: NonNullable<ClockAdvanceProgress['advance']>;
  progress: ClockAdvanceProgress;
};

function Done({ id, watched, advance, progress }: DoneProps) {
  const { events } = progress;
  const { type, subscriber, page } = watched;
  const input = {
    correlationId: id,
    sort: 'occurredAt',
    limit: PAGE_SIZE,
    page,
    ...(type && { type }),
    ...(subscriber && { subscriberId: subscriber }),
  };
  // The URL may hold a type that does not exist. The procedure refuses it with the API's own error.
  const query = trpc.testClock.caused.useQuery(input as CausedInput, {
    placeholderData: keepPreviousData,
  });
  const named = trpc.labels.of.useQuery({ ids: [subscriber ?? ''] }, { enabled: subscriber !== null });
  const total = events.reduce((sum, { count }) => sum + count, 0);
  const options = events.map((each) => ({ value: each.type, label: `${each.type} (${each.count})` }));
  return (
    <Panel title="What happened">
      <Text mb="sm">
        From <TimeText value={advance.from} /> to <TimeText value={advance.to} />
      </Text>
      <AdvanceSummary progress={progress} onShow={(shown) => void watched.filter({ type: shown })} />
      {total > 0 && <h3 className={classes.heading}>Events, in order</h3>}
      {total > 0 && (
        <div className={classes.filters}>
          <FilterPill
            label="Type"
            value={type}
            onRemove={() => void watched.filter({ type: null })}
            renderInput={(pill) => (
              <OptionsFilter
                pill={pill}
                options={options}
                value={type ?? ''}
                onChange={(value) => void watched.filter({ type: value })}
              />
            )}
          />
          {subscriber && (
            <FilterPill
              label="Subscriber"
              value={named.data?.[subscriber] ?? subscriber}
              onRemove={() => void watched.filter({ subscriber: null })}
              renderInput={(pill) => pill}
            />
          )}
        </div>
      )}
      {query.error ? (
        <ProblemAlert problem={toApiProblem(query.error)} onRetry={() => query.refetch()} />
      ) : !query.data ? (
        <Skeleton h={120} />
      ) : (
        <>
          <Instants entries={query.data.data} watched={watched} />
          {query.data.meta.totalPages > 1 && (
            <Pagination
              mt="md"
              size="sm"
              total={query.data.meta.totalPages}
              value={page}
              onChange={(next) => void watched.turnTo(next)}
              getControlProps={(control) => ({
                'aria-label': control === 'next' ? 'Next page' : 'Previous page',
              })}
              getItemProps={(number) => ({ 'aria-label': `Page ${number}` })}
            />
          )}
        </>
      )}
    </Panel>
  );
}

/** Events in order, those of one instant together. */
function Instants({ entries, watched }: { entries: ClockEvent[]; watched: Watched }) {
  const events = useMemo(() => entries.map(({ event }) => event), [entries]);
  const names = useEventNames(events);
  if (entries.length === 0)
    return (
      <Text c="dimmed">{watched.type || watched.subscriber ? 'No such events.' : 'Nothing was due.'}</Text>
    );
  const instants = new Map<string, ClockEvent[]>();
  for (const entry of entries) {
    const { occurredAt } = entry.event;
    instants.set(occurredAt, [...(instants.get(occurredAt) ?? []), entry]);
  }
  return (
    <ol className={classes.instants}>
      {[...instants].map(([instant, caused]) => (
        <li key={instant} className={classes.instant}>
          <h3 className={classes.time}>
            <TimeText value={instant} detail="second" />
          </h3>
          <ol className={classes.events}>
            {caused.map((entry) => (
              <AdvanceEvent
                key={entry.event.id}
                entry={entry}
                names={names}
                onFilter={(id) => void watched.filter({ subscriber: id })}
              />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}
