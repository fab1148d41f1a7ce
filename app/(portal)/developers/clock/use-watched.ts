'use client';

import { parseAsInteger, parseAsString, useQueryStates } from 'nuqs';

const parsers = {
  /** Correlation id of the advance that is looked at. */
  advance: parseAsString,
  /** Where it goes to, while it is under way. */
  to: parseAsString,
  type: parseAsString,
  subscriber: parseAsString,
  page: parseAsInteger.withDefault(1),
};

const nothing = { to: null, type: null, subscriber: null, page: null };

/** The advance that is looked at, and which of its events: all of it in the address, so that it outlives a reload. */
export function useWatched() {
  const [state, set] = useQueryStates(parsers, { history: 'push', shallow: true });
  return {
    id: state.advance,
    target: state.to,
    type: state.type,
    subscriber: state.subscriber,
    page: state.page,
    /** @param target where it goes to, for one that is about to begin */
    watch: (advance: string, target?: string) => set({ ...nothing, advance, to: target ?? null }),
    filter: (change: { type?: string | null; subscriber?: string | null }) => set({ ...change, page: null }),
    turnTo: (page: number) => set({ page }),
    arrived: () => set({ to: null }, { history: 'replace' }),
    forget: () => set({ ...nothing, advance: null }, { history: 'replace' }),
  };
}

export type Watched = ReturnType<typeof useWatched>;
