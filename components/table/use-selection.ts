'use client';

import { useRef, useState } from 'react';

/** The selected rows of a list, and how they change. */
export type Selection<T> = {
  rows: T[];
  has: (row: T) => boolean;
  /** How many rows of this page are selected. */
  coverage: 'none' | 'some' | 'all';
  /** Selects or deselects the nth row of this page; with `isRange` all rows from the last one on, as the nth becomes. */
  toggle: (index: number, isRange?: boolean) => void;
  /** Selects all rows of this page, or none of them. */
  toggleAll: () => void;
  clear: () => void;
};

/** A selection that survives paging and sorting. */
export function useSelection<T extends { id: string }>(page: T[] = []): Selection<T> {
  const [rows, setRows] = useState<T[]>([]);
  const last = useRef<string | null>(null);
  const selectedIds = new Set(rows.map(({ id }) => id));
  const has = ({ id }: { id: string }) => selectedIds.has(id);
  const set = (changed: T[], isSelected: boolean) => {
    const ids = new Set(changed.map(({ id }) => id));
    const others = rows.filter(({ id }) => !ids.has(id));
    setRows(isSelected ? [...others, ...changed] : others);
  };
  const count = page.filter(has).length;
  const coverage = count === 0 ? 'none' : count === page.length ? 'all' : 'some';
  return {
    rows,
    has,
    coverage,
    toggle: (index, isRange = false) => {
      const row = page[index];
      if (!row) return;
      const from = isRange ? page.findIndex(({ id }) => id === last.current) : -1;
      const range = from === -1 ? [row] : page.slice(Math.min(from, index), Math.max(from, index) + 1);
      set(range, !has(row));
      last.current = row.id;
    },
    toggleAll: () => set(page, coverage !== 'all'),
    clear: () => setRows([]),
  };
}
