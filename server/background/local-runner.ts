import { randomUUID } from 'node:crypto';
import type { Cron } from 'croner';
import type { Inngest, InngestFunction, Logger } from 'inngest';
import { serve } from 'inngest/edge';
import { HOUR_MS, MINUTE_MS, realNow } from '../clock.ts';
import { createConcurrency, Stopped } from '../concurrency.ts';
import { connectLocally } from './create-client.ts';
import { driveRun, type Run, type RunTools } from './drive-run.ts';
import { type FunctionConfig, functionConfig, type QueuedEvent } from './function-config.ts';
import { createPlacesOfSystems, type SystemsChoice } from './places-of-systems.ts';

const DEDUPE_MS = 24 * HOUR_MS;
const MAX_REMEMBERED_IDS = 100_000;
/** Events beyond this number of runs are refused. Their work is still in the database, and the next sweep finds it. */
const MAX_RUNS = 50_000;

export type LocalRunnerOptions = {
  client: Inngest.Any;
  functions: readonly InngestFunction.Any[];
  log: Logger;
  /** Calls of functions at a time, over all functions; 8 by default. They share the database connections. */
  maxParallel?: number;
  /**
   * Whether a function waits for systems of partners, which may take more than a minute. Such functions have places of their own, so
   * that they do not keep the others waiting. By default none does.
   */
  waitsForSystems?: (fn: InngestFunction.Any) => boolean;
  systems?: SystemsChoice;
  /** Pause before the next attempt, in ms; `attempt` counts the failed ones from 1. By default 1 s doubling to 60 s. */
  backoffMs?: (attempt: number) => number;
  /** How long `stop` waits for running calls, in ms; 10 s by default. */
  drainMs?: number;
  /** Whether cron triggers follow the clock; true by default. */
  schedule?: boolean;
  /** Whether this process runs a function that its schedule starts; by default it does. `minute` is its time, UTC. */
  claimTick?: (tick: { functionId: string; minute: Date }) => Promise<boolean>;
};

export type LocalRunner = {
  /** Fires every cron whose expression matches the minute of `at` (UTC), without a claim. */
  tick(at: Date): void;
  /** Resolves when no run is queued, waits for a retry, or is running. */
  idle(): Promise<void>;
  /**
   * Stops the schedule, waits for the calls under way (at most `drainMs`) and drops the other runs. Their work is still
   * in the database, and the next start finds it. Safe to call twice.
   */
  stop(): Promise<void>;
};

type Placed = FunctionConfig & { waitsForSystems: boolean };

function minuteOf(at: Date): Date {
  return new Date(Math.floor(at.getTime() / MINUTE_MS) * MINUTE_MS);
}

/** @returns whether an id came before; the latest are remembered for a day. */
function rememberedIds(): (id: string) => boolean {
  const seen = new Map<string, number>();
  return (id) => {
    const now = realNow().getTime();
    for (const [oldest, at] of seen) {
      if (at > now - DEDUPE_MS && seen.size <= MAX_REMEMBERED_IDS) break;
      seen.delete(oldest);
    }
    if (seen.has(id)) return true;
    seen.set(id, now);
    return false;
  };
}

/** Waits before retries. After `end`, each wait rejects with `Stopped`, also those that have begun. */
function createWaits() {
  const begun = new Map<NodeJS.Timeout, (stopped: Stopped) => void>();
  let isOver = false;
  return {
    /** @param ms real time */
    wait(ms: number): Promise<void> {
      if (isOver) return Promise.reject(new Stopped());
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          begun.delete(timer);
          resolve();
        }, ms);
        begun.set(timer, reject);
      });
    },
    end(): void {
      isOver = true;
      for (const [timer, refuse] of begun) {
        clearTimeout(timer);
        refuse(new Stopped());
      }
      begun.clear();
    },
  };
}

/**
 * Runs Inngest functions in this process, without a server. The functions and the SDK's serve handler are the same;
 * requests are objects in memory. It keeps no durable state.
 * @throws Error when a function needs an Inngest server
 */
export async function startLocalRunner(options: LocalRunnerOptions): Promise<LocalRunner> {
  const { client, functions, log, maxParallel = 8, drainMs = 10_000, schedule = true, claimTick } = options;
  const backoffMs = options.backoffMs ?? ((attempt) => Math.min(MINUTE_MS, 1_000 * 2 ** (attempt - 1)));
  const [places, ofSystems] = [createConcurrency(maxParallel), createPlacesOfSystems(options.systems)];
  const configs = functions.map((fn) => ({
    ...functionConfig(client.id, fn),
    waitsForSystems: options.waitsForSystems?.(fn) === true,
  }));
  const handle = serve({ client, functions });
  const isRepeated = rememberedIds();
  const waits = createWaits();
  const runs = new Set<Promise<void>>();
  const idleWaiters: (() => void)[] = [];
  let stopping: Promise<void> | null = null;

  function trigger(config: Placed, event: QueuedEvent): void {
    const { id: functionId, maxAttempts } = config;
    const run: Run = { id: randomUUID(), functionId, event, maxAttempts };
    const job = { job: functionId, runId: run.id };
    const limits = config.limitsFor(event);
    const inPlace: RunTools['inPlace'] = (call) =>
      config.waitsForSystems
        ? ofSystems.run(`${event.data.providerId}`, limits, call)
        : places.run(limits, call);
    const done = driveRun(run, { serve: handle, inPlace, wait: waits.wait, backoffMs })
      .then((outcome) => {
        if (!outcome.ok) log.error({ ...job, event: event.name, err: outcome.error }, 'job failed');
      })
      .catch((error: unknown) => {
        if (error instanceof Stopped) log.debug(job, 'job dropped: stopping');
        else log.error({ ...job, err: error }, 'job runner failed');
      })
      .finally(() => {
        runs.delete(done);
        if (runs.size === 0) for (const resolve of idleWaiters.splice(0)) resolve();
      });
    runs.add(done);
  }

  function makeEvent(name: string, data: Record<string, unknown>): QueuedEvent {
    return { id: randomUUID(), name, ts: realNow().getTime(), data };
  }

  function accept(event: QueuedEvent): void {
    if (stopping) return;
    for (const config of configs) if (config.events.includes(event.name)) trigger(config, event);
  }

  async function receive(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (request.method !== 'POST' || !pathname.startsWith('/e/')) {
      throw new Error(
        `The local runner does not support ${request.method} ${pathname}; use an Inngest server`,
      );
    }
    if (runs.size >= MAX_RUNS)
      return Response.json({ status: 429, error: 'Too many jobs are queued' }, { status: 429 });
    const sent = [await request.json()].flat() as (Partial<QueuedEvent> & { name: string })[];
    const ids = sent.map((given) => {
      const event = { ...makeEvent(given.name, {}), ...given };
      // Two kinds of event may use the same scheme of ids.
      if (!given.id || !isRepeated(`${given.name} ${given.id}`)) accept(event);
      return event.id;
    });
    return Response.json({ status: 200, ids });
  }

  function fire(config: Placed, cron: string | undefined): void {
    if (!stopping) trigger(config, makeEvent('inngest/scheduled.timer', { cron }));
  }

  async function onSchedule(config: Placed, cron: Cron): Promise<void> {
    const tick = { functionId: config.id, minute: minuteOf(realNow()) };
    try {
      if (!claimTick || (await claimTick(tick))) fire(config, cron.getPattern());
    } catch (err) {
      log.warn({ job: config.id, err }, 'a job could not be claimed; the next minute tries again');
    }
  }

  async function drain(): Promise<void> {
    for (const { crons } of configs) for (const cron of crons) cron.stop();
    for (const { close } of [places, ofSystems.concurrency]) close();
    waits.end();
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, drainMs);
    });
    await Promise.race([Promise.all(runs), late]);
    clearTimeout(limit);
    const running = places.running + ofSystems.concurrency.running;
    if (running > 0) log.warn({ running }, 'stopped while jobs were still running');
    disconnect();
  }

  const disconnect = connectLocally(client, receive);
  for (const config of configs) {
    for (const cron of schedule ? config.crons : []) cron.schedule(() => onSchedule(config, cron));
  }
  return {
    tick(at) {
      const minute = minuteOf(at);
      for (const config of configs) {
        for (const cron of config.crons) if (cron.match(minute)) fire(config, cron.getPattern());
      }
    },
    idle: () => (runs.size === 0 ? Promise.resolve() : new Promise((resolve) => idleWaiters.push(resolve))),
    stop() {
      stopping ??= Promise.resolve().then(drain);
      return stopping;
    },
  };
}
