import type { ReactNode } from 'react';
import type { BulkAction } from './bulk-action.ts';
import type { EmptyListProps } from './empty-list.tsx';
import type { InitialList, ListAnswer, ListDefinition, ListInput } from './list-definition.ts';
import type { TableColumn } from './table-column.ts';

type ListQuery<T> = {
  data: ListAnswer<T> | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

type ListQueryOptions<T> = {
  initialData: ListAnswer<T> | undefined;
  placeholderData: (previous: ListAnswer<T> | undefined) => ListAnswer<T> | undefined;
};

export type ResourceTableProps<T> = {
  definition: ListDefinition;
  columns: TableColumn<T>[];
  /** The first page from the server component, see `readListInput`. */
  initial?: InitialList<T>;
  /** The list procedure: `(input, options) => trpc.plan.list.useQuery(input, options)`. A hook, always the same. */
  useList: (input: ListInput, options: ListQueryOptions<T>) => ListQuery<T>;
  rowHref: (row: T) => string;
  empty: EmptyListProps;
  bulkActions?: BulkAction<T>[];
  /** Shown between the toolbar and the rows, for instance totals of what is filtered. */
  summary?: ReactNode;
};
