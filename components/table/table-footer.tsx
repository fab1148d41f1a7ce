'use client';

import { Group, NativeSelect, Pagination, Text } from '@mantine/core';
import { type ListAnswer, type ListDefinition, pageSizes } from './list-definition.ts';
import classes from './resource-table.module.css';
import type { ListControls } from './use-list-state.ts';

type TableFooterProps = {
  meta: ListAnswer<unknown>['meta'];
  definition: Pick<ListDefinition, 'noun' | 'countedTo'>;
  list: ListControls;
};

const count = new Intl.NumberFormat('en');

export function TableFooter({ meta, definition: { noun, countedTo }, list }: TableFooterProps) {
  const first = (meta.page - 1) * meta.limit + 1;
  const last = Math.min(meta.page * meta.limit, meta.total);
  const total =
    countedTo !== undefined && meta.total > countedTo
      ? `more than ${count.format(countedTo)}`
      : count.format(meta.total);
  return (
    <div className={classes.footer}>
      <Text size="sm" c="dimmed" className="tabular" role="status">
        {meta.total > meta.limit
          ? `${count.format(first)}–${count.format(last)} of ${total} ${noun.many}`
          : `${count.format(meta.total)} ${meta.total === 1 ? noun.one : noun.many}`}
      </Text>
      <Group gap="md">
        {meta.total > pageSizes[0] && (
          <NativeSelect
            size="xs"
            aria-label="Rows a page"
            value={list.state.limit}
            onChange={(event) => list.change({ limit: Number(event.currentTarget.value) })}
            data={pageSizes.map((size) => ({ value: String(size), label: `${size} a page` }))}
          />
        )}
        {meta.totalPages > 1 && (
          <Pagination
            size="sm"
            total={meta.totalPages}
            value={meta.page}
            onChange={(page) => list.change({ page })}
            siblings={1}
            getControlProps={(control) => ({
              'aria-label': control === 'next' ? 'Next page' : 'Previous page',
            })}
            getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
          />
        )}
      </Group>
    </div>
  );
}
