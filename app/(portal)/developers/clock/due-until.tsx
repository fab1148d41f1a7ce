'use client';

import { Skeleton, Text } from '@mantine/core';
import { keepPreviousData } from '@tanstack/react-query';
import { TimeText } from '@/components/format/time-text.tsx';
import { ProblemAlert } from '@/components/shell/problem-alert.tsx';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { trpc } from '@/components/trpc/client.ts';
import classes from './clock.module.css';
import { dueWorkLabels } from './labels.ts';

/** The work that is due until an instant, as known now, by kind. */
export function DueUntil({ until }: { until: string }) {
  const query = trpc.testClock.outlook.useQuery({ until }, { placeholderData: keepPreviousData });
  if (query.error)
    return <ProblemAlert problem={toApiProblem(query.error)} onRetry={() => query.refetch()} />;
  const due = query.data?.kinds.filter(({ count }) => count > 0);
  return (
    <section aria-label="Due until then" aria-busy={query.isFetching}>
      <Text size="sm" fw={500} mb={4}>
        Due until then
      </Text>
      {!due ? (
        <Skeleton h={18} w={220} />
      ) : due.length === 0 ? (
        <Text size="sm">Nothing is due until then.</Text>
      ) : (
        <>
          <ul className={classes.due}>
            {due.map(({ name, count, first }) => (
              <li key={name}>
                <span className={classes.count}>{count.toLocaleString('en')}</span>
                <span>{dueWorkLabels[name]}</span>
                <Text size="sm" c="dimmed" component="span">
                  {count === 1 ? 'on' : 'from'} <TimeText value={first} />
                  {count === 1 ? '' : ' on'}
                </Text>
              </li>
            ))}
          </ul>
          <Text size="sm" c="dimmed" mt={6}>
            This is the work that is known now. It may create more work before then, such as the end of the
            next cycle.
          </Text>
        </>
      )}
    </section>
  );
}
