'use client';

import { ActionIcon, Button, Checkbox, Stack } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { PopoverButton } from '../shell/popover-button.tsx';
import { type TableColumn, visibleColumns } from './table-column.ts';

type ColumnChooserProps<T> = {
  columns: TableColumn<T>[];
  chosen: string[] | null;
  onChange: (columns: string[] | null) => void;
};

export function ColumnChooser<T>({ columns, chosen, onChange }: ColumnChooserProps<T>) {
  const visible = new Set(visibleColumns(columns, chosen).map(({ key }) => key));
  const offered = columns.filter((column, index) => index > 0 && column.hideable !== false);
  return (
    <PopoverButton
      position="bottom-end"
      width={220}
      button={
        <ActionIcon size="lg" title="Columns" aria-label="Choose columns">
          <IconColumns3 size={18} aria-hidden />
        </ActionIcon>
      }
    >
      {() => (
        <>
          <Checkbox.Group
            label="Columns"
            value={offered.map(({ key }) => key).filter((key) => visible.has(key))}
            onChange={(keys) => onChange(keys)}
          >
            <Stack gap={8} mt={8}>
              {offered.map((column) => (
                <Checkbox key={column.key} value={column.key} label={column.title} size="sm" />
              ))}
            </Stack>
          </Checkbox.Group>
          <Button
            mt="sm"
            size="compact-sm"
            variant="default"
            disabled={chosen === null}
            onClick={() => onChange(null)}
          >
            Default columns
          </Button>
        </>
      )}
    </PopoverButton>
  );
}
