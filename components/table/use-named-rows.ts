'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useNames } from '@/components/trpc/use-names.ts';
import { type ListQuery, listOf, type UseList } from './use-list.ts';

/** How the rows of a list get the names of the resources that they refer to by id. */
export type Naming<T, N extends T> = {
  idsIn: (rows: T[]) => string[];
  withNames: (rows: T[], names: Record<string, string> | undefined) => N[];
  /** Whether a row has its names already, as those that the server rendered have. */
  isNamed: (row: T) => row is N;
};

/** A list's answer with names: one more query reads them, for all rows together. */
function useNamedRows<T, N extends T>(
  list: ListQuery<T>,
  { idsIn, withNames, isNamed }: Naming<T, N>,
): ListQuery<N> {
  const { data: answer, error, isFetching, isPlaceholderData, refetch } = list;
  const rows = answer?.data;
  const ids = useMemo(() => idsIn(rows ?? []), [rows, idsIn]);
  const areNamed = (rows ?? []).every(isNamed);
  const names = useNames(ids, !areNamed);
  const data = useMemo(() => {
    if (!answer) return undefined;
    const { data: rows } = answer;
    return { ...answer, data: rows.every(isNamed) ? rows : withNames(rows, names) };
  }, [answer, isNamed, names, withNames]);
  return { data, error, isFetching, isPlaceholderData, refetch };
}

/** The hook of a list procedure whose rows get names. */
export function namedListOf<T, N extends T>(
  procedure: Parameters<typeof listOf<T>>[0],
  naming: Naming<T, N>,
): UseList<N> {
  const useRows = listOf(procedure);
  return (input, { initialData }) =>
    useNamedRows(useRows(input, { initialData, placeholderData: keepPreviousData }), naming);
}
