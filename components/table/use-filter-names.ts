'use client';

import { trpc } from '@/components/trpc/client.ts';
import { type ListDefinition, type ListState, recordsIn } from './list-definition.ts';

/**
 * The names of the resources that a list is filtered by, by id.
 * @param initial those that the server has read with the page
 */
export function useFilterNames(
  definition: ListDefinition,
  state: ListState,
  initial: Record<string, string> = {},
): Record<string, string> {
  const ids = recordsIn(definition, state).filter((id) => !(id in initial));
  const { data } = trpc.labels.of.useQuery({ ids }, { enabled: ids.length > 0 });
  return { ...initial, ...data };
}
