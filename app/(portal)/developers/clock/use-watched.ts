'use client';

import { parseAsInteger, parseAsString, useQueryStates } from 'nuqs';

const parsers = {
  /** Correlation id of the advance that the page shows. */
  advance: parseAsString,
  /** The target instant, while the advance runs. */
  to: parseAsString,
  type: parseAsString,
  subscriber: parseAsString,
  page: parseAsInteger.withDefault(1),
};

const nothing = { to: null, type: null, subscriber: null, page: null };

/** The advance that the page shows, and the filters of its events. All of it is in the URL, so a reload keeps it. */
export function useWatched() {
  const [state, set] = useQueryStates(parsers, { history: 'push', shallow: true });
  return {
    id: state.advance,
    target: state.to,
    type: state.type,
    subscriber: state.subscriber,
    page: state.page,
    /** @param target the target instant of an advance that is about to start */
    watch: (advance: string, target?: string) => set({ ...nothing, advance, to: target ?? null }),
    filter: (change: { type?: string | null; subscriber?: string | null }) => set({ ...change, page: null }),
    turnTo: (page: number) => set({ page }),
    arrived: () => set({ to: null }, { history: 'replace' }),
    forget: () => set({ ...nothing, advance: null }, { history: 'replace' }),
  };
}

export type Watched = ReturnType<typeof useWatched>;
