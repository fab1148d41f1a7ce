'use client';

import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { useSession } from '@/components/shell/session-context.tsx';
import {
  type ListDefinition,
  type ListState,
  listParsers,
  toListInput,
  toListState,
  toUrlChange,
} from './list-definition.ts';

/** The state of a list, which is stored in the URL alone. Any change except that of the page returns to page 1. */
export function useListState(definition: ListDefinition) {
  const { provider } = useSession();
  const parsers = useMemo(() => listParsers(definition), [definition]);
  const [raw, setRaw] = useQueryStates(parsers, { history: 'push', shallow: true });
  const state = useMemo(() => toListState(definition, raw), [definition, raw]);
  const input = useMemo(
    () => toListInput(definition, state, provider.timeZone),
    [definition, state, provider.timeZone],
  );

  const change = (next: Partial<ListState>, history: 'push' | 'replace' = 'push') => {
    const stays = 'page' in next || (Object.keys(next).length === 1 && 'columns' in next);
    const keys = toUrlChange(stays ? next : { ...next, page: 1 });
    void setRaw(keys as Partial<typeof raw>, { history });
  };

  const clear = () => {
    const filters = Object.fromEntries(definition.filters.map(({ key }) => [key, '']));
    change({ filters, from: null, to: null, q: '' });
  };

  const isFiltered = Boolean(state.q || state.from || state.to || Object.keys(state.filters).length);
  return { state, input, change, clear, isFiltered };
}

export type ListControls = ReturnType<typeof useListState>;
