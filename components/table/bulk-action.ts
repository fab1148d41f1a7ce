import type { ReactNode } from 'react';
import type { CallOptions } from '@/components/trpc/call-options.ts';
import type { DryRunCall } from '@/components/trpc/use-dry-runs.ts';

/** Something that can be done to several selected rows, one after the other. */
export type BulkAction<T> = {
  key: string;
  /** As on a button: "Suspend". */
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** How a row is called in the preview and the result. */
  describe: (row: T) => string;
  /** The dry run for this row; without one, what will happen to it, or why it is left out. */
  preview: (row: T) => { dryRun: DryRunCall } | { effect: string } | { skip: string };
  /** Does it and throws what the API refuses; the key in `call` makes a retry of the same row harmless. */
  run: (row: T, call: CallOptions) => Promise<unknown>;
  /** What has to be given for all of them, above the rows; the previews tell what it leads to. */
  inputs?: ReactNode;
  /** False while something is missing in `inputs`. */
  ready?: boolean;
  /** Asks to type this word first. */
  typeToConfirm?: string;
};
