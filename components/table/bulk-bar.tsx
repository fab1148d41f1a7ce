'use client';

import { Button, Group, Paper, Text } from '@mantine/core';
import { useState } from 'react';
import { lazyPart } from '@/components/shell/lazy-part.tsx';
import { useDialogs } from '@/components/shell/use-dialog.ts';
import type { BulkAction, BulkTarget, OwnBulkAction } from './bulk-action.ts';
import type { ListDefinition } from './list-definition.ts';
import classes from './resource-table.module.css';

const BulkDialog = lazyPart(() => import('./bulk-dialog.tsx'), 'BulkDialog');

type BulkBarProps<T> = {
  rows: T[];
  /** What the list is limited to, beside its filters. */
  listFilter: BulkTarget['filter'];
  /** All rows that match, where the whole page is selected and there are more; null otherwise. */
  matching: BulkTarget | null;
  list: ListDefinition['resource'];
  noun: { one: string; many: string };
  actions: (BulkAction | OwnBulkAction)[];
  onClear: () => void;
  /** Called once a run has changed something. */
  onDone: () => void;
};

/** An action and what it runs on, as it was when its dialog was opened. */
type Running = { name: string; target: BulkTarget };

/** Appears while rows are selected; rows of other pages stay selected. */
export function BulkBar<T extends { id: string }>(props: BulkBarProps<T>) {
  const { rows, listFilter, matching, list, noun, actions, onClear, onDone } = props;
  const running = useDialogs<Running>();
  const [isAll, setIsAll] = useState(false);
  const all = isAll ? matching : null;
  const selected = { filter: listFilter, ids: rows.map(({ id }) => id), total: rows.length };
  // Looked up at each render, because its inputs change it.
  const action = running.opened && actions.find(({ name }) => name === running.opened?.name);
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
            {matching && (
              <Button size="compact-sm" variant="subtle" onClick={() => setIsAll(!isAll)}>
                {all ? `Only the ${rows.length} selected` : `Select all ${count(matching.total)} that match`}
              </Button>
            )}
          </Group>
          <Group gap="xs">
            {actions.map((offered) => (
              <Button
                key={offered.name}
                size="compact-md"
                variant={offered.danger ? 'light' : 'default'}
                color={offered.danger ? 'red' : undefined}
                leftSection={offered.icon}
                {...running.opens({ name: offered.name, target: all ?? selected })}
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
      {running.opened && action && (
        <ActionDialog
          action={action}
          target={running.opened.target}
          list={list}
          noun={noun}
          onDone={() => {
            clear();
            onDone();
          }}
          onClose={running.close}
        />
      )}
    </>
  );
}

type ActionDialogProps = {
  action: BulkAction | OwnBulkAction;
  target: BulkTarget;
  list: ListDefinition['resource'];
  noun: { one: string; many: string };
  onDone: () => void;
  onClose: () => void;
};

function ActionDialog({ action, list, noun, ...props }: ActionDialogProps) {
  return 'Dialog' in action ? (
    <action.Dialog list={list} {...props} />
  ) : (
    <BulkDialog action={action} noun={noun} {...props} />
  );
}

const count = new Intl.NumberFormat('en').format;
