import type { Inngest, InngestFunction } from 'inngest';
import { monotonicMs } from '../clock.ts';
import { asJob } from '../db/client.ts';
import type { Lane } from '../domain/queue/lane.ts';
import { type JobOutcome, metrics } from '../metrics.ts';
import { traced } from '../tracing.ts';
import { type DueEvent, inngest, parseLane, wakePayloads } from './client.ts';
import { LANE_KEY, PROVIDER_KEY } from './function-config.ts';

/** Events in one `step.sendEvent`: well below the 512 KB that an Inngest server takes at a time. */
const FAN_OUT_CHUNK = 100;

/** One kind of due work. */
export type Drain = {
  /** How long one call of `drain` may claim rows, in ms. */
  budgetMs: number;
  /** Claims due rows of one provider, or of one of its lanes, does idempotent work, and returns whether more is due. */
  drain: (work: { providerId: string; budgetMs: number; lane?: Lane }) => Promise<{ more: boolean }>;
  /** Concurrent runs of one provider; absent for a drain that does not split its work. */
  lanes?: number | undefined;
  /** A step of the sweep that creates due work, before `listDue`; absent where requests create it. */
  prepare?: { step: string; run: () => Promise<void> };
  /** The ids of the providers that have due work now. Writes nothing. */
  listDue: () => Promise<string[]>;
  /** Whether the work waits for systems that are not Demarc's, such as routers and mail servers. */
  waitsForSystems?: true;
  /** Whether the work runs beside an advance of the account's test clock: it needs no lock that an advance holds. */
  besideAdvance?: true;
};

/** Runs a job, and counts the run with its duration. */
export async function measured<T>(job: string, run: () => Promise<T>): Promise<T> {
  const started = monotonicMs();
  let outcome: JobOutcome = 'failed';
  try {
    const result = await traced(`job ${job}`, {}, () => asJob(run));
    const hasMore = typeof result === 'object' && result !== null && 'more' in result && result.more;
    outcome = hasMore ? 'more' : 'done';
    return result;
  } finally {
    metrics.jobEnded(job, outcome, monotonicMs() - started);
  }
}

type DrainFunctions = Drain & {
  /** Names the two functions, `ID` and `ID-sweep`. An Inngest server identifies them by it: never change it. */
  id: string;
  /** The wake-up: a provider has due work. */
  event: DueEvent;
  /** How often the sweep runs: five fields, UTC. */
  cron: string;
  client?: Inngest;
};

/**
 * The two functions behind one kind of due work. The worker drains one provider, or one lane of it, at a time and sends its own
 * continuation when more is due. The sweep wakes every provider whose wake-up was lost. Neither has state: the database stays
 * consistent if a run is lost, repeated or killed.
 */
export function defineDrain(
  choice: DrainFunctions,
): [worker: InngestFunction.Any, sweep: InngestFunction.Any] {
  const { id, event, cron, budgetMs, drain, prepare, listDue, lanes, client = inngest } = choice;
  const key = lanes === undefined ? PROVIDER_KEY : LANE_KEY;

  const worker = client.createFunction(
    { id, triggers: [event], concurrency: { key, limit: 1 }, retries: 3 },
    async ({ event: { data }, step }) => {
      const { providerId, lane } = data;
      const work = { providerId, budgetMs, ...(lane && { lane: parseLane(lane) }) };
      const { more } = await step.run('drain', () => measured(id, () => drain(work)));
      if (more) await step.sendEvent('continue', event.create(data));
      return { more };
    },
  );

  const sweep = client.createFunction(
    // No retries: the next sweep is a retry.
    { id: `${id}-sweep`, triggers: [{ cron }], concurrency: { limit: 1 }, retries: 0 },
    async ({ step }) => {
      if (prepare) await step.run(prepare.step, () => measured(`${id}-prepare`, prepare.run));
      const due = await step.run('list', () => measured(`${id}-sweep`, listDue));
      for (let from = 0; from < due.length; from += FAN_OUT_CHUNK) {
        const chunk = due.slice(from, from + FAN_OUT_CHUNK);
        await step.sendEvent(
          `wake-${from}`,
          chunk.flatMap((providerId) =>
            wakePayloads(providerId, lanes).map((payload) => event.create(payload)),
          ),
        );
      }
      return { woken: due.length };
    },
  );

  return [worker, sweep];
}
