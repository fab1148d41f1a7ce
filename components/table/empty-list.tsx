'use client';

import { Button, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './resource-table.module.css';

export type EmptyListProps = {
  title: string;
  /** What the resources are for, and how to create the first. */
  description: ReactNode;
  /** The button that creates the first one. */
  action?: ReactNode;
};

/** Shown for a list without any rows. */
export function EmptyList({ title, description, action }: EmptyListProps) {
  return (
    <div className={classes.empty}>
      <Text fw={600}>{title}</Text>
      <Text c="dimmed" maw={420}>
        {description}
      </Text>
      {action && <Group mt={8}>{action}</Group>}
    </div>
  );
}

/** Shown where no row matches the filters. */
export function NoMatches({ many, pastTheEnd, onClear, onFirstPage }: NoMatchesProps) {
  return (
    <div className={classes.empty}>
      <Text fw={600}>{pastTheEnd ? 'This page is past the end' : `No ${many} match`}</Text>
      <Text c="dimmed" maw={420}>
        {pastTheEnd ? 'The list has become shorter.' : 'Change the search or remove a filter.'}
      </Text>
      <Button mt={8} variant="default" onClick={pastTheEnd ? onFirstPage : onClear}>
        {pastTheEnd ? 'Back to the first page' : 'Clear search and filters'}
      </Button>
    </div>
  );
}

type NoMatchesProps = { many: string; pastTheEnd: boolean; onClear: () => void; onFirstPage: () => void };
