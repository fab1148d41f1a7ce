'use client';

import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import type { DryRunAnswer } from '@/server/contract/portal/dry-run.ts';
import { type ApiProblem, toApiProblem } from './api-problem.ts';
import { trpc } from './client.ts';
import type { Operation } from './operation.ts';
import { PAUSE_MS } from './use-dry-run.ts';

type Outcome = { answer: DryRunAnswer } | { problem: ApiProblem };

/** How many run at a time. Each takes a connection of the server while it runs. */
const CONCURRENCY = 3;

/**
 * Runs several changes dry, a few at a time.
 * @param calls by the id of the row that each changes
 * @returns the outcomes so far, by the same ids
 */
export function useDryRuns(calls: [id: string, call: Operation][]): Record<string, Outcome> {
  const { client } = trpc.useUtils();
  const text = JSON.stringify(calls);
  const [settled] = useDebouncedValue(text, PAUSE_MS);
  const [outcomes, setOutcomes] = useState<{ of: string; byId: Record<string, Outcome> }>({
    of: '',
    byId: {},
  });
  useEffect(() => {
    const { signal, abort } = controllerOf();
    const queue = JSON.parse(settled) as [string, { procedure: string; input: Record<string, unknown> }][];
    const work = async () => {
      for (let next = queue.shift(); next && !signal.aborted; next = queue.shift()) {
        const [id, call] = next;
        const outcome = await client.dryRun.run.mutate(call, { signal }).then(
          (answer) => ({ answer }),
          (error: unknown) => ({ problem: toApiProblem(error) }),
        );
        if (signal.aborted) return;
        setOutcomes(({ of, byId }) => ({
          of: settled,
          byId: of === settled ? { ...byId, [id]: outcome } : { [id]: outcome },
        }));
      }
    };
    for (let worker = 0; worker < CONCURRENCY; worker++) void work();
    return abort;
  }, [settled, client]);
  return outcomes.of === text ? outcomes.byId : {};
}

function controllerOf() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
