'use client';

import { keepPreviousData } from '@tanstack/react-query';
import { useMemo } from 'react';
import { trpc } from './client.ts';

/** The most ids of one request. The client refuses a longer URL than it may send. */
const MAX_IDS = 100;

/**
 * The names of resources by id, read with as many requests as their number needs. Unknown ids are missing.
 * @returns undefined before the first answer
 */
export function useNames(ids: string[], enabled = true): Record<string, string> | undefined {
  const queries = trpc.useQueries((t) =>
    parts(ids).map((part) => t.labels.of({ ids: part }, { enabled, placeholderData: keepPreviousData })),
  );
  return useMerged(queries);
}

/** The addresses of demarcation points by id, as `useNames`. */
export function useAddresses(ids: string[], enabled = true): Record<string, string> | undefined {
  const queries = trpc.useQueries((t) =>
    parts(ids).map((part) =>
      t.labels.addresses({ ids: part }, { enabled, placeholderData: keepPreviousData }),
    ),
  );
  return useMerged(queries);
}

/** The phone numbers of subscribers by id, as `useNames`. */
export function usePhones(ids: string[], enabled = true): Record<string, string> | undefined {
  const queries = trpc.useQueries((t) =>
    parts(ids).map((part) => t.labels.phones({ ids: part }, { enabled, placeholderData: keepPreviousData })),
  );
  return useMerged(queries);
}

function parts(ids: string[]): string[][] {
  return Array.from({ length: Math.ceil(ids.length / MAX_IDS) }, (_, index) =>
    ids.slice(index * MAX_IDS, (index + 1) * MAX_IDS),
  );
}

type Part = { data: Record<string, string> | undefined; dataUpdatedAt: number };

/** One object for all parts, which is the same until a part changes. */
function useMerged(queries: Part[]): Record<string, string> | undefined {
  const key = queries
    .map(({ data, dataUpdatedAt }) => `${dataUpdatedAt} ${data && Object.keys(data)[0]}`)
    .join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the answers
  return useMemo(() => {
    const known = queries.flatMap(({ data }) => (data ? [data] : []));
    return known.length > 0 ? Object.assign({}, ...known) : undefined;
  }, [key]);
}
