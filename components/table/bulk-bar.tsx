'use client';

import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import type { BulkAction } from './bulk-action.ts';
import type { Matching } from './bulk-job-dialog.tsx';
import classes from './resource-table.module.css';

const BulkDialog = lazyPart(() => import('./bulk-dialog.tsx'), 'BulkDialog');
const BulkJobDialog = lazyPart(() => import('./bulk-job-dialog.tsx'), 'BulkJobDialog');

type BulkBarProps<T> = {
  rows: T[];
  /** All rows that match, where the whole page is selected and there are more; null otherwise. */
  matching: Matching | null;
  noun: { one: string; many: string };
  actions: BulkAction<T>[];
  onClear: () => void;
  /** Called once a run has changed something. */
  onDone: () => void;
};

/** What a dialog runs on, as it was when it was opened. */
type Running<T> = { key: string; rows: T[]; all: Matching | null };

/** Appears while rows are selected; rows of other pages stay selected. */
export function BulkBar<T extends { id: string }>(props: BulkBarProps<T>) {
  const { rows, matching, noun, actions, onClear, onDone } = props;
  const [running, setRunning] = useState<Running<T> | null>(null);
  const [isAll, setIsAll] = useState(false);
  const all = isAll ? matching : null;
  const isOffered = matching !== null && actions.some(({ job }) => job);
  // Looked up at each render, because its inputs change it.
  const action = running && actions.find(({ key }) => key === running.key);
  const clear = () => {
    setIsAll(false);
    onClear();
  };
  return (
    <>
      {rows.length > 0 && (
        <Paper className={classes.bulk} shadow="md" withBorder role="region" aria-label="Selection">
          <Group gap="xs">
            <Text size="sm" fw={600} className="tabular" role="status">
              {all
                ? `All ${count(all.total)} ${noun.many} that match`
                : `${rows.length} ${rows.length === 1 ? noun.one : noun.many} selected`}
            </Text>
            {isOffered && (
              <Button size="compact-sm" variant="subtle" onClick={() => setIsAll(!isAll)}>
                {all ? `Only the ${rows.length} selected` : `Select all ${count(matching.total)} that match`}
              </Button>
            )}
          </Group>
          <Group gap="xs">
            {actions
              .filter(({ job }) => !all || job)
              .map((offered) => (
                <Button
                  key={offered.key}
                  size="compact-md"
                  variant={offered.danger ? 'light' : 'default'}
                  color={offered.danger ? 'red' : undefined}
                  leftSection={offered.icon}
                  onClick={() => setRunning({ key: offered.key, rows, all })}
                >
                  {offered.label}
                </Button>
              ))}
            <Button size="compact-md" variant="subtle" color="gray" onClick={clear}>
              Clear
            </Button>
          </Group>
        </Paper>
      )}
      {running && action && !running.all && (
        <BulkDialog
          action={action}
          rows={running.rows}
          noun={noun}
          onDone={onDone}
          onClose={() => setRunning(null)}
        />
      )}
      {running?.all && action?.job && (
        <BulkJobDialog
          action={action}
          job={action.job}
          matching={running.all}
          noun={noun}
          onClose={() => setRunning(null)}
        />
      )}
    </>
  );
}

const count = new Intl.NumberFormat('en').format;
