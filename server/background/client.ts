import { eventType } from 'inngest';
import { z } from 'zod';
import { DEFAULT_LANES, type Lane, lanesOf } from '../domain/queue/lane.ts';
import { env } from '../env.ts';
import { log } from '../log.ts';
import { type WakeName, wakeNames } from '../work/wake-names.ts';
import { createClient } from './create-client.ts';

export type InngestEnv = {
  readonly INNGEST_BASE_URL?: string | undefined;
  readonly INNGEST_EVENT_KEY?: string | undefined;
  readonly INNGEST_SIGNING_KEY?: string | undefined;
  readonly INNGEST_DEV?: string | undefined;
};

/** Background functions run on an Inngest server as soon as one INNGEST_* variable is set, and in this process otherwise. */
export function usesInngestServer(source: InngestEnv): boolean {
  return Boolean(
    source.INNGEST_BASE_URL || source.INNGEST_EVENT_KEY || source.INNGEST_SIGNING_KEY || source.INNGEST_DEV,
  );
}

/** How the SDK reaches the Inngest server of `source`; null when background functions run in this process. */
export function inngestServer(source: InngestEnv) {
  if (!usesInngestServer(source)) return null;
  const dev = source.INNGEST_DEV;
  return {
    isDev: Boolean(dev),
    baseUrl: source.INNGEST_BASE_URL ?? (dev?.includes('://') ? dev : undefined),
    eventKey: source.INNGEST_EVENT_KEY,
    signingKey: source.INNGEST_SIGNING_KEY,
  };
}

/** The one client of this application. */
export const inngest = createClient({
  id: 'demarc',
  server: inngestServer(env),
  logger: log.child({ part: 'jobs' }),
});

/**
 * One provider has due work. The payload names the provider only: the database has the work. For a drain with lanes it
 * also names the lane, as `INDEX/LANES`.
 */
export function dueEvent<Name extends string>(name: Name) {
  return eventType(name, {
    schema: z.object({ providerId: z.string().min(1), lane: z.string().optional() }),
  });
}

export type DueEvent = ReturnType<typeof dueEvent<string>>;

/** The event of each wake-up. */
export const dueEvents = Object.fromEntries(wakeNames.map((name) => [name, dueEvent(name)])) as Record<
  WakeName,
  DueEvent
>;

/** The lanes of the drains that have any: concurrent runs of one provider. Each uses a connection of the pool. */
export const laneCounts: Partial<Record<WakeName, number>> = {
  'billing/due': env.BILLING_LANES ?? DEFAULT_LANES,
};

/** The payloads of the wake-ups of a provider: one for each lane, or one for a drain without lanes. */
export function wakePayloads(
  providerId: string,
  lanes: number | undefined,
): { providerId: string; lane?: string }[] {
  if (lanes === undefined) return [{ providerId }];
  return lanesOf(lanes).map((lane) => ({ providerId, lane: formatLane(lane) }));
}

/** A lane in the payload of an event. */
function formatLane({ index, of }: Lane): string {
  return `${index}/${of}`;
}

/** The lane that `formatLane` wrote. */
export function parseLane(name: string): Lane {
  const [index = 0, of = 1] = name.split('/').map(Number);
  return { index, of };
}
