import type { ReactNode } from 'react';

/**
 * A column of a `<ResourceTable>`. The first one is the row's link and always shown, so it renders text only
 * (no buttons, no links).
 */
export type TableColumn<T> = {
  /** Used in the URL. With `sortable` it is the field of the API. */
  key: string;
  title: string;
  render: (row: T) => ReactNode;
  sortable?: boolean;
  /** False pins it: the column chooser does not offer it. */
  hideable?: boolean;
  /** False: hidden at first, but offered by the column chooser. */
  defaultVisible?: boolean;
  align?: 'left' | 'right';
  width?: number | string;
  /** Place on the card that a row becomes on a phone. Default: a line with the column's title. */
  card?: 'badge' | 'line' | 'hidden';
};

/** The columns to show: those chosen in the URL, in the table's own order, else the default ones. */
export function visibleColumns<T>(columns: TableColumn<T>[], chosen: string[] | null): TableColumn<T>[] {
  return columns.filter((column, index) => {
    if (index === 0 || column.hideable === false) return true;
    return chosen ? chosen.includes(column.key) : column.defaultVisible !== false;
  });
}
