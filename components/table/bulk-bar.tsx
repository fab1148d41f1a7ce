'use client';

import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import type { BulkAction } from './bulk-action.ts';
import classes from './resource-table.module.css';

const BulkDialog = lazyPart(() => import('./bulk-dialog.tsx'), 'BulkDialog');

type BulkBarProps<T> = {
  rows: T[];
  noun: { one: string; many: string };
  actions: BulkAction<T>[];
  onClear: () => void;
  /** Called once a run has changed something. */
  onDone: () => void;
};

/** Appears while rows are selected; rows of other pages stay selected. */
export function BulkBar<T extends { id: string }>({ rows, noun, actions, onClear, onDone }: BulkBarProps<T>) {
  const [running, setRunning] = useState<{ key: string; rows: T[] } | null>(null);
  // Looked up at each render, because its inputs change it.
  const action = running && actions.find(({ key }) => key === running.key);
  return (
    <>
      {rows.length > 0 && (
        <Paper className={classes.bulk} shadow="md" withBorder role="region" aria-label="Selection">
          <Text size="sm" fw={600} className="tabular">
            {rows.length} {rows.length === 1 ? noun.one : noun.many} selected
          </Text>
          <Group gap="xs">
            {actions.map((offered) => (
              <Button
                key={offered.key}
                size="compact-md"
                variant={offered.danger ? 'light' : 'default'}
                color={offered.danger ? 'red' : undefined}
                leftSection={offered.icon}
                onClick={() => setRunning({ key: offered.key, rows })}
              >
                {offered.label}
              </Button>
            ))}
            <Button size="compact-md" variant="subtle" color="gray" onClick={onClear}>
              Clear
            </Button>
          </Group>
        </Paper>
      )}
      {running && action && (
        <BulkDialog
          action={action}
          rows={running.rows}
          noun={noun}
          onDone={onDone}
          onClose={() => setRunning(null)}
        />
      )}
    </>
  );
}
