'use client';

import { Button, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { RowLink } from '../format/row-link.tsx';
import { TextLink } from '../format/text-link.tsx';
import { ProblemAlert } from '../shell/problem-alert.tsx';
import type { ListAnswer } from '../table/list-definition.ts';
import { Panel } from './panel.tsx';
import classes from './related-list.module.css';

type RelatedListProps<T> = {
  title: string;
  /** A whole list, or the answer of a list procedure, such as the first five subscriptions of a subscriber. */
  query: { data: T[] | ListAnswer<T> | undefined; error?: unknown; refetch?: () => unknown };
  /** The page of a row; absent for resources without a page. */
  href?: (row: T) => string;
  /** The left side of a row: its name. With `href` it is text only, because it is the link. */
  primary: (row: T) => ReactNode;
  secondary?: (row: T) => ReactNode;
  /** Right side of a row: status, amount, time. */
  aside?: (row: T) => ReactNode;
  /** The text of an empty list: what is missing and how to create it. */
  empty: ReactNode;
  /** Where there are more rows: a link to the filtered list, or a button that shows more here. */
  all?: { label: string; href: string };
  onMore?: () => void;
  action?: ReactNode;
};

/** A list of resources that belong to the resource of a page. */
export function RelatedList<T extends { id: string }>(props: RelatedListProps<T>) {
  const { title, query, href, primary, secondary, aside, empty, all, onMore, action } = props;
  const { data } = query;
  const rows = Array.isArray(data) ? data : data?.data;
  const total = Array.isArray(data) ? data.length : (data?.meta.total ?? 0);
  const more = total > (rows?.length ?? 0);
  return (
    <Panel title={title} actions={action} flush>
      {query.error ? (
        <ProblemAlert problem={toApiProblem(query.error)} onRetry={() => query.refetch?.()} />
      ) : !rows ? (
        <div className={classes.message}>
          <Skeleton h={14} w="60%" mb={10} />
          <Skeleton h={14} w="45%" />
        </div>
      ) : rows.length === 0 ? (
        <Text className={classes.message} c="dimmed" component="div">
          {empty}
        </Text>
      ) : (
        <ul className={classes.list}>
          {rows.map((row) => (
            <li key={row.id} className={classes.row}>
              <div className={classes.text}>
                <div className={classes.name}>
                  {href ? <RowLink href={href(row)}>{primary(row)}</RowLink> : primary(row)}
                </div>
                {secondary && (
                  <Text size="sm" c="dimmed" component="div">
                    {secondary(row)}
                  </Text>
                )}
              </div>
              {aside && <div className={classes.aside}>{aside(row)}</div>}
            </li>
          ))}
        </ul>
      )}
      {more && (all || onMore) && (
        <div className={classes.more}>
          {all ? (
            <TextLink href={all.href} size="sm">
              {all.label} ({total})
            </TextLink>
          ) : (
            <Button variant="default" size="compact-sm" onClick={onMore}>
              Show more ({total})
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}
