'use client';

import { Button, Skeleton, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { ProblemAlert } from '../shell/problem-alert.tsx';
import type { ListAnswer } from '../table/list-definition.ts';
import classes from './timeline.module.css';

export type TimelineProps<T> = {
  query: { data: ListAnswer<T> | undefined; error: unknown; isFetching: boolean; refetch: () => unknown };
  render: (entry: T) => ReactNode;
  empty: string;
  onMore: () => void;
};

/** What happened, newest first. */
export function Timeline<T extends { id: string }>({ query, render, empty, onMore }: TimelineProps<T>) {
  const entries = query.data?.data;
  if (query.error)
    return <ProblemAlert problem={toApiProblem(query.error)} onRetry={() => query.refetch()} />;
  if (!entries) {
    return (
      <Stack gap="md">
        {[60, 40, 52].map((width) => (
          <Skeleton key={width} h={16} w={`${width}%`} />
        ))}
      </Stack>
    );
  }
  if (entries.length === 0) return <Text c="dimmed">{empty}</Text>;
  return (
    <>
      <ol className={classes.root}>
        {entries.map((entry) => (
          <li key={entry.id} className={classes.entry}>
            {render(entry)}
          </li>
        ))}
      </ol>
      {(query.data?.meta.total ?? 0) > entries.length && (
        <Button variant="default" size="compact-md" onClick={onMore} loading={query.isFetching} mt="md">
          Show earlier ones
        </Button>
      )}
    </>
  );
}
