import type { ReactNode } from 'react';
import type { CallOptions } from '@/components/trpc/call-options.ts';
import type { DryRunCall } from '@/components/trpc/use-dry-runs.ts';

/** An action on several selected rows, one after the other. */
export type BulkAction<T> = {
  key: string;
  /** As on a button: "Suspend". */
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** The name of a row in the preview and the result. */
  describe: (row: T) => string;
  /** The dry run for this row; without one, what will happen to it, or why it is left out. */
  preview: (row: T) => { dryRun: DryRunCall } | { effect: string } | { skip: string };
  /** Performs the action and throws the refusal of the API. The key in `call` makes a retry of the same row harmless. */
  run: (row: T, call: CallOptions) => Promise<unknown>;
  /** The inputs for all rows, above the rows. The previews show their effect. */
  inputs?: ReactNode;
  /** False while something is missing in `inputs`. */
  ready?: boolean;
  /** A word that must be typed first. */
  typeToConfirm?: string;
};
