'use client';

import { ActionIcon, NativeSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { ColumnChooser } from './column-chooser.tsx';
import { FilterBar } from './filter-bar.tsx';
import { exportHref, type ListDefinition } from './list-definition.ts';
import classes from './resource-table.module.css';
import { SavedViews } from './saved-views.tsx';
import { SearchField } from './search-field.tsx';
import type { TableColumn } from './table-column.ts';
import type { ListControls } from './use-list-state.ts';

type TableToolbarProps<T> = {
  definition: ListDefinition;
  columns: TableColumn<T>[];
  list: ListControls;
  searchRef: RefObject<HTMLInputElement | null>;
  /** Names of the resources that the list is filtered by, by id, as far as they are known. */
  names: Record<string, string> | undefined;
};

export function TableToolbar<T>({ definition, columns, list, searchRef, names }: TableToolbarProps<T>) {
  const { state, input, change } = list;
  return (
    <div className={classes.toolbar} data-searchable={definition.search ? true : undefined}>
      {definition.search && (
        <SearchField
          placeholder={definition.search}
          value={state.q}
          onChange={(q) => change({ q }, 'replace')}
          inputRef={searchRef}
        />
      )}
      <div className={classes.tools}>
        <SavedViews list={definition.resource} />
        <ColumnChooser
          columns={columns}
          chosen={state.columns}
          onChange={(chosen) => change({ columns: chosen })}
        />
        <ActionIcon
          component="a"
          href={exportHref(definition, input)}
          download
          size="lg"
          title="Export the filtered rows as CSV"
          aria-label="Export as CSV"
        >
          <IconDownload size={18} aria-hidden />
        </ActionIcon>
      </div>
      <div className={`${classes.filters} scrolls`}>
        <SortSelect columns={columns} sort={state.sort} onChange={(sort) => change({ sort })} />
        <FilterBar definition={definition} list={list} names={names} />
      </div>
    </div>
  );
}

type SortSelectProps<T> = { columns: TableColumn<T>[]; sort: string; onChange: (sort: string) => void };

/** Cards have no headings, so a phone shows a field for the order. */
function SortSelect<T>({ columns, sort, onChange }: SortSelectProps<T>) {
  const sortable = columns.filter((column) => column.sortable);
  if (sortable.length === 0) return null;
  const orders = sortable.flatMap(({ key, title }) => [
    { value: key, label: `${title} ↑` },
    { value: `-${key}`, label: `${title} ↓` },
  ]);
  // A list may have an order that is not one of its columns.
  if (!orders.some(({ value }) => value === sort)) orders.unshift({ value: sort, label: 'Newest first' });
  return (
    <NativeSelect
      hiddenFrom="sm"
      size="xs"
      radius="xl"
      aria-label="Order"
      value={sort}
      onChange={(event) => onChange(event.currentTarget.value)}
      data={orders}
      style={{ flex: 'none' }}
    />
  );
}
