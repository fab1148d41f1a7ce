import type { BulkAction, OwnBulkAction } from './bulk-action.ts';
import type { EmptyListProps } from './empty-list.tsx';
import type { InitialList, ListDefinition } from './list-definition.ts';
import type { TableColumn } from './table-column.ts';
import type { UseTotals } from './totals.tsx';
import type { UseList } from './use-list.ts';

export type ResourceTableProps<T> = {
  definition: ListDefinition;
  columns: TableColumn<T>[];
  /** The first page from the server component, see `readList`. */
  initial?: InitialList<T>;
  /** Reads one page: `listOf(trpc.plan.list)`. A hook, which must not change between renders. */
  useList: UseList<T>;
  rowHref: (row: T) => string;
  empty: EmptyListProps;
  bulkActions?: (BulkAction | OwnBulkAction)[];
  /** What the list is limited to, beside its filters; for bulk actions. */
  bulkFilter?: Record<string, string>;
  /** Reads the sums below the rows: `totalsOf(trpc.invoice.totals, …)`. A hook, which must not change between renders. */
  useTotals?: UseTotals;
};
