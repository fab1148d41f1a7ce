'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useRef } from 'react';
import { toApiProblem } from '@/components/trpc/api-problem.ts';
import { ProblemAlert } from '../shell/problem-alert.tsx';
import type { BulkTarget } from './bulk-action.ts';
import { BulkBar } from './bulk-bar.tsx';
import { EmptyList, NoMatches } from './empty-list.tsx';
import type { ListAnswer, ListInput } from './list-definition.ts';
import classes from './resource-table.module.css';
import type { ResourceTableProps } from './resource-table-props.ts';
import { RowsTable } from './rows-table.tsx';
import { visibleColumns } from './table-column.ts';
import { TableFooter } from './table-footer.tsx';
import { TableToolbar } from './table-toolbar.tsx';
import { Totals } from './totals.tsx';
import { useListState } from './use-list-state.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useSelection } from './use-selection.ts';

/** The table behind `<ResourceTable>`, which loads it. */
export function ResourceTableView<T extends { id: string }>(props: ResourceTableProps<T>) {
  const { definition, columns, initial, useList, rowHref, empty, useTotals } = props;
  const { bulkActions = [], bulkFilter = nothing } = props;
  const list = useListState(definition);
  const { state, input, change } = list;
  const isInitial = initial && JSON.stringify(initial.input) === JSON.stringify(input);
  const query = useList(input, {
    initialData: isInitial ? initial.answer : undefined,
    placeholderData: keepPreviousData,
  });

  const rootRef = useRef<HTMLDivElement>(null);
  const searchRef = useRef<HTMLInputElement>(null);
  const rows = query.data?.data;
  const selection = useSelection(rows);
  useRowKeys({ rootRef, searchRef, onToggle: bulkActions.length ? selection.toggle : undefined });

  return (
    <div ref={rootRef} className={classes.root} aria-busy={query.isFetching}>
      <TableToolbar
        definition={definition}
        columns={columns}
        list={list}
        searchRef={searchRef}
        names={initial?.names}
      />
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
          <RowsTable
            columns={visibleColumns(columns, state.columns)}
            rows={rows}
            isStale={query.isPlaceholderData}
            rowHref={rowHref}
            sort={state.sort}
            onSort={(sort) => change({ sort })}
            noun={definition.noun}
            selection={bulkActions.length > 0 ? selection : undefined}
          />
        </div>
      )}
      {useTotals && query.data && query.data.data.length > 0 && (
        <Totals useTotals={useTotals} input={input} />
      )}
      {query.data && query.data.data.length > 0 && (
        <TableFooter meta={query.data.meta} definition={definition} list={list} />
      )}
      {bulkActions.length > 0 && (
        <BulkBar
          rows={selection.rows}
          listFilter={bulkFilter}
          matching={selection.coverage === 'all' ? matchingOf(input, bulkFilter, query.data) : null}
          list={definition.resource}
          noun={definition.noun}
          actions={bulkActions}
          onClear={selection.clear}
          onDone={() => query.refetch()}
        />
      )}
    </div>
  );
}

const nothing = {};

/** All rows that match; null where the page has all of them. */
function matchingOf(
  input: ListInput,
  bulkFilter: Record<string, string>,
  answer: ListAnswer<unknown> | undefined,
): BulkTarget | null {
  if (!answer || answer.meta.total <= answer.data.length) return null;
  const { page: _page, limit: _limit, ...filters } = input;
  const given = Object.entries({ ...filters, ...bulkFilter }).filter(([, value]) => value !== undefined);
  return { filter: Object.fromEntries(given) as BulkTarget['filter'], total: answer.meta.total };
}
