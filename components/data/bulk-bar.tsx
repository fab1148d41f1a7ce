'use client';

import { Button, Group, Paper, Text } from '@mantine/core';
import dynamic from 'next/dynamic';
import { useState } from 'react';
import type { BulkAction } from './bulk-action.ts';
import classes from './resource-table.module.css';

const BulkDialog = dynamic(() => import('./bulk-dialog.tsx').then((module) => module.BulkDialog), {
  ssr: false,
});

type BulkBarProps<T> = {
  rows: T[];
  noun: { one: string; many: string };
  actions: BulkAction<T>[];
  onClear: () => void;
  /** Called once a run has changed something. */
  onDone: () => void;
};

/** Appears while rows are selected; rows of other pages stay selected while one turns them. */
export function BulkBar<T extends { id: string }>({ rows, noun, actions, onClear, onDone }: BulkBarProps<T>) {
  const [running, setRunning] = useState<{ action: BulkAction<T>; rows: T[] } | null>(null);
  return (
    <>
      {rows.length > 0 && (
        <Paper className={classes.bulk} shadow="md" withBorder role="region" aria-label="Selection">
          <Text size="sm" fw={600} className="tabular">
            {rows.length} {rows.length === 1 ? noun.one : noun.many} selected
          </Text>
          <Group gap="xs">
            {actions.map((action) => (
              <Button
                key={action.key}
                size="compact-md"
                variant={action.danger ? 'light' : 'default'}
                color={action.danger ? 'red' : undefined}
                leftSection={action.icon}
                onClick={() => setRunning({ action, rows })}
              >
                {action.label}…
              </Button>
            ))}
            <Button size="compact-md" variant="subtle" color="gray" onClick={onClear}>
              Clear
            </Button>
          </Group>
        </Paper>
      )}
      {running && (
        <BulkDialog
          action={running.action as unknown as BulkAction<{ id: string }>}
          rows={running.rows}
          noun={noun}
          onDone={onDone}
          onClose={() => setRunning(null)}
        />
      )}
    </>
  );
}
