import type { ReactNode } from 'react';
import type { Operation } from '@/components/trpc/operation.ts';

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
  /** What follows for each row, where the operation has no dry run. */
  effect?: string;
  /** The inputs for all rows, above the rows. The previews show their effect. */
  inputs?: ReactNode;
  /** False while something is missing in `inputs`. */
  ready?: boolean;
  /** A word that must be typed first. */
  typeToConfirm?: string;
};
