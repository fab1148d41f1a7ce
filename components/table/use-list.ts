import type { ListAnswer, ListInput } from './list-definition.ts';

export type ListQuery<T> = {
  data: ListAnswer<T> | undefined;
  error: unknown;
  isFetching: boolean;
  /** Whether the data are those of other filters, until those of the current ones are read. */
  isPlaceholderData: boolean;
  refetch: () => unknown;
};

type ListQueryOptions<T> = {
  initialData: ListAnswer<T> | undefined;
  placeholderData: (previous: ListAnswer<T> | undefined) => ListAnswer<T> | undefined;
  /** Pause before the list is read again, in ms; false for never. */
  refetchInterval?: (query: { state: { data: ListAnswer<T> | undefined } }) => number | false;
};

/** The hook that reads one page of a list. */
export type UseList<T> = (input: ListInput, options: ListQueryOptions<T>) => ListQuery<T>;

/**
 * The hook of a list procedure. The values of the filters come from the URL. The schema of the procedure checks them.
 */
export function listOf<T>(procedure: { useQuery: UseList<T> }): UseList<T> {
  return (input, options) => procedure.useQuery(input, options);
}
