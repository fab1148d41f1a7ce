'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { DryRunAnswer } from '@/server/contract/portal/dry-run.ts';
import { type ApiProblem, toApiProblem } from './api-problem.ts';
import { trpc } from './client.ts';
import type { InputOf, ProcedureName } from './operation.ts';
import { changeRefused } from './refused.ts';

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
    queryFn: async ({ signal }) => {
      const call = { procedure, input: JSON.parse(settled ?? '{}') };
      const answer = await client.dryRun.run.mutate(call, { signal });
      // The page offers what does not fit the state of a resource.
      if (answer.refusal?.status === 409) changeRefused();
      return answer;
    },
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

/** Whether the input of this moment would be refused. */
export function isRefused(run: DryRunState | undefined): boolean {
  return run !== undefined && !run.isPending && Boolean(run.answer?.refusal);
}

/** A request with at least one field besides the id; null while nothing differs. */
export function changedOrNull<R extends object>(request: R | null): R | null {
  return request && Object.keys(request).length > 1 ? request : null;
}
