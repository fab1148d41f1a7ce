import type { Inngest, InngestFunction } from 'inngest';
import { type DueEvent, jobs } from './client.ts';

/** Events in one `step.sendEvent`: well below the 512 KB that an Inngest server takes at once. */
const FAN_OUT_CHUNK = 100;

/** One kind of due work. */
export interface Drain {
  /** How long one call of `drain` may claim rows, in ms. */
  budgetMs: number;
  /** Claims due rows of one provider, does idempotent work, and returns whether more is due. */
  drain: (work: { providerId: string; budgetMs: number }) => Promise<{ more: boolean }>;
  /** The ids of the providers that have due work now. */
  listDue: () => Promise<string[]>;
}

interface DrainFunctions extends Drain {
  /** Names the two functions, `ID` and `ID-sweep`. An Inngest server identifies them by it: never change it. */
  id: string;
  /** The wake-up: a provider has due work. */
  event: DueEvent;
  /** How often the sweep runs: five fields, UTC. */
  cron: string;
  client?: Inngest;
}

/**
 * The two functions behind one kind of due work. The worker drains one provider at a time and sends its own
 * continuation when more is due. The sweep wakes every provider whose wake-up was lost. Neither has state: the database stays
 * consistent if a run is lost, repeated or killed.
 */
export function defineDrain(choice: DrainFunctions): InngestFunction.Any[] {
  const { id, event, cron, budgetMs, drain, listDue, client = jobs } = choice;

  const worker = client.createFunction(
    { id, triggers: [event], concurrency: { key: 'event.data.providerId', limit: 1 }, retries: 3 },
    async ({ event: { data }, step }) => {
      const { providerId } = data;
      const { more } = await step.run('drain', () => drain({ providerId, budgetMs }));
      if (more) await step.sendEvent('continue', event.create({ providerId }));
      return { more };
    },
  );

  const sweep = client.createFunction(
    // No retries: the next sweep is a retry.
    { id: `${id}-sweep`, triggers: [{ cron }], concurrency: { limit: 1 }, retries: 0 },
    async ({ step }) => {
      const due = await step.run('list', listDue);
      for (let from = 0; from < due.length; from += FAN_OUT_CHUNK) {
        const chunk = due.slice(from, from + FAN_OUT_CHUNK);
        await step.sendEvent(
          `wake-${from}`,
          chunk.map((providerId) => event.create({ providerId })),
        );
      }
      return { woken: due.length };
    },
  );

  return [worker, sweep];
}
