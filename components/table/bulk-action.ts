import type { ComponentType, ReactNode } from 'react';
import type { BulkActionName } from '@/server/contract/portal/bulk-actions.ts';
import type { Permission } from '@/server/contract/roles.ts';
import type { ListDefinition } from './list-definition.ts';

/** A bulk action of the contract, for selected rows and for all that match. The server runs it as a job. */
export type BulkAction = {
  name: BulkActionName;
  /** As on a button: "Suspend". */
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** What the person entered for all rows. */
  options: Record<string, string>;
  /** What follows for each row, where the operation has no dry run. */
  effect?: string;
  /** The inputs for all rows, above the rows. The previews show their effect. */
  inputs?: ReactNode;
  /** False while something is missing in `inputs`. */
  ready?: boolean;
  /** A word that must be typed first. */
  typeToConfirm?: string;
};

type Shown = Omit<BulkAction, 'name' | 'options'> & Partial<Pick<BulkAction, 'options'>>;

/** An action on rows with a dialog of its own. */
export type OwnBulkAction = {
  name: string;
  label: string;
  icon?: ReactNode;
  danger?: boolean;
  /** Hidden from roles without it. */
  permission: Permission;
  Dialog: ComponentType<{
    /** The name of the list in the API. */
    list: ListDefinition['resource'];
    target: BulkTarget;
    onDone: () => void;
    onClose: () => void;
  }>;
};

export function bulkAction(name: BulkActionName, { options = {}, ...shown }: Shown): BulkAction {
  return { ...shown, name, options };
}

/** The rows that an action runs on: the selected ones, or all that match the filter. */
export type BulkTarget = {
  filter: Record<string, string | number | boolean>;
  /** Absent for all that match. */
  ids?: string[];
  total: number;
};
