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
  /** The width of the table from which it is shown by default. Cards and chosen columns show it always. */
  from?: 'medium' | 'wide';
  /**
   * Place on the card that a row becomes on a phone. Default: a line with the column's title. An amount and a badge are the
   * first line; where there is an amount, the first column is the second line.
   */
  card?: 'amount' | 'badge' | 'line' | 'hidden';
};

/** The columns to show: those chosen in the URL, in the table's own order, else the default ones. */
export function visibleColumns<T>(columns: TableColumn<T>[], chosen: string[] | null): TableColumn<T>[] {
  const isShown = ({ key, hideable, defaultVisible }: TableColumn<T>, index: number) => {
    if (index === 0 || hideable === false) return true;
    return chosen ? chosen.includes(key) : defaultVisible !== false;
  };
  const shown = columns.filter(isShown);
  return chosen ? shown.map((column) => ({ ...column, from: undefined })) : shown;
}
