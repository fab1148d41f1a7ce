import type { ReactNode } from 'react';
import { type Operation, operationOf, type ProcedureName } from '@/components/trpc/operation.ts';
import { type BulkActionName, type BulkActionRule, bulkActions } from '@/server/contract/bulk-actions.ts';

/** An action on several selected rows, one after the other. */
export type BulkAction<T> = {
  key: string;
  /** As on a button: "Suspend". */
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** The name of a row in the preview and the result. */
  describe: (row: T) => string;
  /** What is done to this row. Its dry run is the preview. */
  operation: (row: T) => Operation;
  /** Set where the server can do it to all rows that match, as a job. */
  job?: { name: BulkActionName; options: Record<string, string> };
  /** What follows for each row, where the operation has no dry run. */
  effect?: string;
  /** The inputs for all rows, above the rows. The previews show their effect. */
  inputs?: ReactNode;
  /** False while something is missing in `inputs`. */
  ready?: boolean;
  /** A word that must be typed first. */
  typeToConfirm?: string;
};

type RowOf<N extends BulkActionName> = Parameters<(typeof bulkActions)[N]['input']>[0];

type Shown<T> = Omit<BulkAction<T>, 'key' | 'operation' | 'job'>;

/**
 * A bulk action of the contract, for selected rows and for all that match.
 * @param options what the person entered for all rows
 */
export function bulkAction<N extends BulkActionName, T extends RowOf<N>>(
  name: N,
  { options = {}, ...shown }: Shown<T> & { options?: Record<string, string> },
): BulkAction<T> {
  // Each rule takes the rows of its own list; the compiler does not know which of them `N` is.
  const rule = bulkActions[name] as unknown as BulkActionRule<{ id: string }, object, never, ProcedureName>;
  return {
    ...shown,
    key: name,
    operation: (row) => operationOf(rule.procedure, rule.input(row as { id: string }, options)),
    job: { name, options },
  };
}
