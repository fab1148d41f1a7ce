'use client';

import { useQueryStates } from 'nuqs';
import { useMemo } from 'react';
import { todayOf } from '@/components/shell/session.ts';
import { useSession } from '@/components/shell/session-context.tsx';
import {
  type ListDefinition,
  type ListState,
  listParsers,
  toListInput,
  toListState,
  toUrlChange,
  without,
} from './list-definition.ts';

/** The state of a list, which is stored in the URL alone. Any change except that of the page returns to page 1. */
export function useListState(definition: ListDefinition) {
  const { provider } = useSession();
  const parsers = useMemo(() => listParsers(definition), [definition]);
  const [raw, setRaw] = useQueryStates(parsers, { history: 'push', shallow: true });
  const state = useMemo(() => toListState(definition, raw), [definition, raw]);
  const { timeZone, day } = todayOf(provider);
  const input = useMemo(
    () => toListInput(definition, state, { timeZone, day }),
    [definition, state, timeZone, day],
  );

  const change = (next: Partial<ListState>, history: 'push' | 'replace' = 'push') => {
    const stays = 'page' in next || (Object.keys(next).length === 1 && 'columns' in next);
    const keys = toUrlChange(stays ? next : { ...next, page: 1 });
    void setRaw(keys as Partial<typeof raw>, { history });
  };

  const clear = () => {
    const filters = Object.assign({}, ...definition.filters.map(without));
    change({ filters, from: null, to: null, period: null, q: '' });
  };

  const isFiltered = Boolean(
    state.q || state.from || state.to || state.period || Object.keys(state.filters).length,
  );
  return { state, input, change, clear, isFiltered };
}

export type ListControls = ReturnType<typeof useListState>;
