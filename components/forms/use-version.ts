'use client';

import { useQuery } from '@tanstack/react-query';
import { createTRPCClient, getUntypedClient, httpLink } from '@trpc/client';
import type { InputOf, OutputOf, ProcedureName } from '@/components/trpc/operation.ts';
import type { AppRouter } from '@/server/api/root.ts';
import type { Version } from './use-followed-version.ts';

type ResourceRead = Extract<ProcedureName, `${string}.get`>;

/**
 * The stored version of a resource, for a form in a dialog over the resource's page. It is read when the dialog opens, and again when
 * the resource changes.
 * @param valuesOf the values of the form
 */
export function useVersion<N extends ResourceRead, Values>(
  procedure: N,
  input: InputOf<N>,
  valuesOf: (resource: OutputOf<N>) => Values,
): Version<Values> | undefined {
  const { data, refetch } = useQuery({
    queryKey: [procedure.split('.'), { input, type: 'version' }],
    queryFn: ({ signal }) => readVersion(procedure, input, signal),
    staleTime: 0,
    gcTime: 0,
  });
  return data && { etag: data.etag, values: valuesOf(data.resource), readAgain: () => void refetch() };
}

/** The entity tag is a header of the answer. The link of other reads sends batches, whose answers have none. */
async function readVersion<N extends ResourceRead>(procedure: N, input: InputOf<N>, signal: AbortSignal) {
  let etag = '*';
  const link = httpLink<AppRouter>({
    url: '/api/trpc',
    fetch: async (path, options) => {
      const answer = await fetch(path, options);
      etag = answer.headers.get('etag') ?? etag;
      return answer;
    },
  });
  const client = getUntypedClient(createTRPCClient<AppRouter>({ links: [link] }));
  const resource = (await client.query(procedure, input, { signal })) as OutputOf<N>;
  return { resource, etag };
}
