'use client';

import { useMemo } from 'react';
import { trpc } from '@/components/trpc/client.ts';
import type { ListAnswer } from './list-definition.ts';

/** How the rows of a list get the names of what they refer to by id. */
export type Naming<T, N> = {
  idsIn: (rows: T[]) => string[];
  withNames: (rows: T[], names: Record<string, string> | undefined) => N[];
  /** Whether a row has its names already, as those that the server rendered have. */
  isNamed: (row: T) => boolean;
};

type Query<T> = {
  data: ListAnswer<T> | undefined;
  error: unknown;
  isFetching: boolean;
  refetch: () => unknown;
};

/** A list's answer with names: they come in one more question, for all rows at once. */
export function useNamedRows<T, N>(list: Query<T>, { idsIn, withNames, isNamed }: Naming<T, N>): Query<N> {
  const { data: answer, error, isFetching, refetch } = list;
  const rows = answer?.data;
  const ids = useMemo(() => idsIn(rows ?? []), [rows, idsIn]);
  const areNamed = (rows ?? []).every(isNamed);
  const names = trpc.labels.of.useQuery(
    { ids },
    { enabled: ids.length > 0 && !areNamed, placeholderData: (previous) => previous },
  );
  const data = useMemo(() => {
    if (!answer) return undefined;
    return {
      ...answer,
      data: areNamed ? (answer.data as unknown as N[]) : withNames(answer.data, names.data),
    };
  }, [answer, areNamed, names.data, withNames]);
  return { data, error, isFetching, refetch };
}
