'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { inferRouterInputs } from '@trpc/server';
import type { AppRouter } from '@/server/api/root.ts';
import type { DryRunAnswer } from '@/server/contract/dry-run.ts';
import { type ApiProblem, toApiProblem } from './api-problem.ts';
import { trpc } from './client.ts';

type Inputs = inferRouterInputs<AppRouter>;

/** The name of a procedure, such as `subscriber.suspend`. */
export type ProcedureName = {
  [R in keyof Inputs & string]: `${R}.${keyof Inputs[R] & string}`;
}[keyof Inputs & string];

/** What a procedure takes. */
export type InputOf<N extends ProcedureName> = N extends `${infer R extends keyof Inputs & string}.${infer P}`
  ? Inputs[R][P & keyof Inputs[R]]
  : never;

export type DryRunState = {
  /** Absent until the first answer, and while there is no input. */
  answer?: DryRunAnswer;
  /** Why there is no answer: the dry run itself failed. A refusal of the change is an answer. */
  problem?: ApiProblem;
  /** Whether the answer is that to an earlier input. */
  isPending: boolean;
  retry: () => void;
};

/** The pause in typing after which the dry run starts. */
export const PAUSE_MS = 350;

/**
 * Runs a change dry while its dialog is open, and again when its input changes. The server rolls it back.
 * @param input null while the form is incomplete: nothing runs then
 */
export function useDryRun<N extends ProcedureName>(procedure: N, input: InputOf<N> | null): DryRunState {
  const { client } = trpc.useUtils();
  const text = input === null ? null : JSON.stringify(input);
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const query = useQuery({
    queryKey: ['dryRun', procedure, settled],
    queryFn: ({ signal }) =>
      client.dryRun.run.mutate({ procedure, input: JSON.parse(settled ?? '{}') }, { signal }),
    enabled: text !== null && settled !== null,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const retry = () => void query.refetch();
  if (text === null) return { isPending: false, retry };
  const isPending = text !== settled || query.isFetching;
  return {
    answer: query.data,
    problem: query.error && !query.isFetching ? toApiProblem(query.error) : undefined,
    isPending,
    retry,
  };
}
