'use client';

import { Checkbox, Skeleton, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsVertical, IconArrowUp } from '@tabler/icons-react';
import type { ChangeEvent } from 'react';
import { RowLink } from '../format/row-link.tsx';
import classes from './rows-table.module.css';
import type { TableColumn } from './table-column.ts';
import type { Selection } from './use-selection.ts';

type RowsTableProps<T> = {
  columns: TableColumn<T>[];
  /** Absent while the first rows are loaded. */
  rows: T[] | undefined;
  /** Whether the rows are those of other filters. They take no clicks: another row comes under the pointer. */
  isStale: boolean;
  rowHref: (row: T) => string;
  /** A column's key; with `-` before it the order is descending. */
  sort: string;
  onSort: (sort: string) => void;
  noun: { one: string; many: string };
  /** Absent where rows cannot be selected. */
  selection?: Selection<T>;
};

/** The rows of a list: a table, and on a phone a card for each row. */
export function RowsTable<T extends { id: string }>(props: RowsTableProps<T>) {
  const { columns, rows, isStale, rowHref, sort, onSort, noun, selection } = props;
  return (
    <div className={classes.scroll}>
      <table className={classes.table}>
        <thead>
          <tr>
            {selection && rows && (
              <th className={classes.select}>
                <Checkbox
                  aria-label={`Select all ${noun.many} of this page`}
                  checked={selection.coverage === 'all'}
                  indeterminate={selection.coverage === 'some'}
                  onChange={selection.toggleAll}
                />
              </th>
            )}
            {columns.map((column) => (
              <Heading key={column.key} column={column} sort={sort} onSort={rows && onSort} />
            ))}
          </tr>
        </thead>
        <tbody inert={isStale}>
          {rows
            ? rows.map((row, index) => (
                <tr key={row.id} className={classes.row}>
                  {selection && (
                    <td className={classes.select}>
                      <Checkbox
                        aria-label={`Select ${noun.one}`}
                        checked={selection.has(row)}
                        onChange={(event) => selection.toggle(index, isRange(event))}
                      />
                    </td>
                  )}
                  {columns.map((column, position) => {
                    const cell = column.render(row);
                    return (
                      <td
                        key={column.key}
                        {...cardOf(column, position)}
                        data-align={column.align}
                        data-from={column.from}
                        data-empty={cell === '–' || undefined}
                      >
                        {position === 0 ? (
                          <RowLink href={rowHref(row)} data-row-link>
                            {cell}
                          </RowLink>
                        ) : (
                          cell
                        )}
                      </td>
                    );
                  })}
                </tr>
              ))
            : skeletonWidths.map((width) => (
                <tr key={width}>
                  {columns.map((column, position) => (
                    <td key={column.key} {...cardOf(column, position)} data-from={column.from}>
                      <Skeleton h={12} my={4} w={`${width}%`} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}

type HeadingProps<T> = { column: TableColumn<T>; sort: string; onSort?: (sort: string) => void };

/** The heading of a column. Pressing it sorts by the column, at first ascending. */
function Heading<T>({ column, sort, onSort }: HeadingProps<T>) {
  const { key, title, sortable, align, width, from } = column;
  // On the heading alone: the cells become lines of a card on a phone.
  const style = width === undefined ? undefined : { width };
  if (!sortable || !onSort) {
    return (
      <th scope="col" style={style} data-align={align} data-from={from}>
        {title}
      </th>
    );
  }
  const order = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined;
  const Icon = order === 'ascending' ? IconArrowUp : order ? IconArrowDown : IconArrowsVertical;
  return (
    <th scope="col" style={style} data-align={align} data-from={from} aria-sort={order} data-sortable>
      <UnstyledButton
        className={classes.sort}
        onClick={() => onSort(order === 'ascending' ? `-${key}` : key)}
      >
        {title}
        <Icon size={14} aria-hidden className={classes.order} />
      </UnstyledButton>
    </th>
  );
}

/** The place of a cell on the card that its row becomes on a phone. */
function cardOf<T>({ card = 'line', title }: TableColumn<T>, position: number) {
  return { 'data-card': position === 0 ? 'title' : card, 'data-label': title };
}

const skeletonWidths = Array.from({ length: 10 }, (_, index) => 45 + ((index * 23) % 45));

/** Whether Shift was down. A change of a checkbox comes from a click, by keyboard too. */
function isRange({ nativeEvent }: ChangeEvent): boolean {
  return nativeEvent instanceof MouseEvent && nativeEvent.shiftKey;
}
