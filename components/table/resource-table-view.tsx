'use client';

import { Skeleton } from '@mantine/core';
import { DataTable, type DataTableColumn } from 'mantine-datatable';
import Link from 'next/link';
import { useMemo, useRef, useState } from 'react';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { ProblemAlert } from '../shell/problem-alert.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { EmptyList, NoMatches } from './empty-list.tsx';
import classes from './resource-table.module.css';
import type { ResourceTableProps } from './resource-table-props.ts';
import { type TableColumn, visibleColumns } from './table-column.ts';
import { TableFooter } from './table-footer.tsx';
import { TableToolbar } from './table-toolbar.tsx';
import { useListState } from './use-list-state.ts';
import { useRowKeys } from './use-row-keys.ts';

/** The table behind `<ResourceTable>`, which loads it. */
export function ResourceTableView<T extends { id: string }>(props: ResourceTableProps<T>) {
  const { definition, columns, initial, useList, rowHref, empty, bulkActions = [], summary } = props;
  const list = useListState(definition);
  const { state, input, change } = list;
  const isInitial = initial && JSON.stringify(initial.input) === JSON.stringify(input);
  const query = useList(input, {
    initialData: isInitial ? initial.answer : undefined,
    placeholderData: (previous) => previous,
  });

  const rootRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const [selected, setSelected] = useState<T[]>([]);
  const rows = query.data?.data;
  const toggle = (index: number) => {
    const row = rows?.[index];
    if (!row) return;
    const others = selected.filter(({ id }) => id !== row.id);
    setSelected(others.length < selected.length ? others : [...selected, row]);
  };
  useRowKeys({ rootRef, searchRef, onToggle: bulkActions.length ? toggle : undefined });

  const tableColumns = useMemo(
    () => visibleColumns(columns, state.columns).map((column, index) => tableColumn(column, index, rowHref)),
    [columns, state.columns, rowHref],
  );

  const selection = bulkActions.length > 0 &&
    rows && {
      selectedRecords: selected,
      onSelectedRecordsChange: setSelected,
      getRecordSelectionCheckboxProps: () => ({ 'aria-label': `Select ${definition.noun.one}` }),
      allRecordsSelectionCheckboxProps: { 'aria-label': `Select all ${definition.noun.many} of this page` },
    };

  return (
    <div ref={rootRef} className={classes.root} aria-busy={query.isFetching}>
      <TableToolbar definition={definition} columns={columns} list={list} searchRef={searchRef} />
      {summary}
      {query.error ? (
        <ProblemAlert
          title={`The ${definition.noun.many} could not be loaded`}
          problem={toApiProblem(query.error)}
          onRetry={() => query.refetch()}
        />
      ) : rows?.length === 0 ? (
        list.isFiltered || state.page > 1 ? (
          <NoMatches
            many={definition.noun.many}
            pastTheEnd={!list.isFiltered || (query.data?.meta.total ?? 0) > 0}
            onClear={list.clear}
            onFirstPage={() => change({ page: 1 })}
          />
        ) : (
          <EmptyList {...empty} />
        )
      ) : (
        <div className={classes.frame}>
          {query.isFetching && rows && <div className={classes.progress} />}
          <DataTable<T>
            className={classes.table}
            // The columns of a skeleton use only the id of a row.
            records={rows ?? (skeletonRows as T[])}
            columns={rows ? tableColumns : tableColumns.map(skeletonColumn)}
            idAccessor="id"
            minHeight={0}
            verticalSpacing={8}
            horizontalSpacing="sm"
            highlightOnHover={Boolean(rows)}
            sortStatus={{
              columnAccessor: state.sort.replace(/^-/, ''),
              direction: state.sort.startsWith('-') ? 'desc' : 'asc',
            }}
            onSortStatusChange={({ columnAccessor, direction }) => {
              // A newly chosen column is sorted ascending, independently of the order before.
              const same = columnAccessor === state.sort.replace(/^-/, '');
              change({ sort: `${same && direction === 'desc' ? '-' : ''}${String(columnAccessor)}` });
            }}
            {...(selection || {})}
          />
        </div>
      )}
      {query.data && query.data.data.length > 0 && (
        <TableFooter meta={query.data.meta} noun={definition.noun} list={list} />
      )}
      {bulkActions.length > 0 && (
        <BulkBar
          rows={selected}
          noun={definition.noun}
          actions={bulkActions}
          onClear={() => setSelected([])}
          onDone={() => {
            setSelected([]);
            query.refetch();
          }}
        />
      )}
    </div>
  );
}

function tableColumn<T extends { id: string }>(
  column: TableColumn<T>,
  index: number,
  rowHref: (row: T) => string,
): DataTableColumn<T> {
  const card = index === 0 ? 'title' : (column.card ?? 'line');
  return {
    accessor: column.key,
    title: column.title,
    sortable: column.sortable,
    textAlign: column.align,
    // On the heading alone: the cells become lines of a card on a phone.
    titleStyle: column.width === undefined ? undefined : { width: column.width },
    customCellAttributes: () => ({ 'data-card': card, 'data-label': column.title }),
    render: (row) =>
      index === 0 ? (
        <Link href={rowHref(row)} prefetch={false} data-row-link className={classes.rowLink}>
          {column.render(row)}
        </Link>
      ) : (
        column.render(row)
      ),
  };
}

const skeletonRows = Array.from({ length: 10 }, (_, index) => ({ id: `skeleton-${index}` }));

function skeletonColumn<T>(column: DataTableColumn<T>): DataTableColumn<T> {
  return {
    ...column,
    sortable: false,
    render: (_row, index) => <Skeleton h={12} my={4} w={`${45 + ((index * 23) % 45)}%`} />,
  };
}
