'use client';

import { httpBatchLink, httpLink, splitLink } from '@trpc/client';
import { createTRPCNext } from '@trpc/next';
import type { AppRouter } from '@/server/api/root.ts';
// Before the links take the browser's `fetch`.
import '../shell/busy.ts';
import './account-of-page.ts';
import { selectedAccountOf } from './account-of-page.ts';
import { toApiProblem } from './api-problem.ts';
import { changeRefused } from './refused.ts';

const url = '/api/trpc';

/** Statuses of a change that does not fit what is stored. */
const refusals = [400, 404, 409];

/**
 * The typed client of all pages. Reads are sent in batches. Each change is sent alone, so that its status,
 * correlation id and `Idempotency-Key` (from `trpc: { context: { idempotencyKey } }`) are its own.
 */
export const trpc = createTRPCNext<AppRouter>({
  ssr: false,
  config: () => ({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'mutation',
        true: httpLink({
          url,
          fetch: async (path, options) => {
            const answer = await fetch(path, options);
            if (refusals.includes(answer.status) && !selectedAccountOf(answer)) changeRefused();
            return answer;
          },
          headers: ({ op }) => {
            const { idempotencyKey: key, correlationId, ifMatch } = op.context;
            return {
              ...(typeof key === 'string' && { 'idempotency-key': key }),
              ...(typeof ifMatch === 'string' && { 'if-match': ifMatch }),
              ...(typeof correlationId === 'string' && { 'x-correlation-id': correlationId }),
            };
          },
        }),
        false: httpBatchLink({ url, maxURLLength: 6000, maxItems: 20 }),
      }),
    ],
    queryClientConfig: {
      defaultOptions: {
        queries: {
          staleTime: 10_000,
          retry: (failures, error) => failures < 2 && isWorthRetrying(error),
        },
        mutations: { retry: false },
      },
    },
  }),
});

/** A refusal stays a refusal; only an unreachable or failing server is called again. */
function isWorthRetrying(error: unknown): boolean {
  const { status } = toApiProblem(error);
  return status === undefined || status >= 500;
}
