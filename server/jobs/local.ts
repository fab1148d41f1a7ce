import { randomUUID } from 'node:crypto';
import type { Inngest, InngestFunction, Logger } from 'inngest';
import { serve } from 'inngest/edge';
import { DAY_MS, MINUTE_MS, realNow } from '../clock.ts';
import { connectLocally } from './create-client.ts';
import { createLanes, Stopped } from './lanes.ts';
import { FAILED, type Plan, planOf, type QueuedEvent } from './local-plan.ts';
import { driveRun, type Run } from './local-run.ts';
import { everyMinute } from './minute-timer.ts';

const DEDUPE_MS = DAY_MS;
const MAX_REMEMBERED_IDS = 100_000;
/** Beyond this, events are refused: the work they point at is in the database, and the next sweep finds it. */
const MAX_RUNS = 50_000;

export interface LocalRunnerOptions {
  client: Inngest.Any;
  functions: readonly InngestFunction.Any[];
  log: Logger;
  /** Steps and functions under way at a time, over all; 8 unless told. They share the database connections. */
  maxParallel?: number;
  /** Pause before the next attempt, in ms; `attempt` counts the failed ones from 1. By default 1 s doubling to 60 s. */
  backoffMs?: (attempt: number) => number;
  /** How long `stop` waits for what runs, in ms; 10 s unless told. */
  drainMs?: number;
  /** Tells of each minute as it begins, until it is stopped; the system's clock unless given. */
  minutes?: typeof everyMinute;
}

export interface LocalRunner {
  /** Fires every cron whose expression matches the minute of `at` (UTC), as the timer does each minute. */
  tick(at: Date): void;
  /** Resolves when nothing is queued, waiting for a retry, or running. */
  idle(): Promise<void>;
  /**
   * Stops the timer, waits for the steps under way (at most `drainMs`) and drops the rest: what is due stands in
   * the database, and the next start finds it. Safe to call twice.
   */
  stop(): Promise<void>;
}

/**
 * Runs Inngest functions inside this process, with no server: the functions and the SDK's serve handler are the
 * same, requests are objects in memory. It keeps no durable state.
 * @throws Error when a function asks for what only an Inngest server does, or two functions share an id
 */
export async function startLocalRunner(options: LocalRunnerOptions): Promise<LocalRunner> {
  const { client, functions, log, maxParallel = 8, drainMs = 10_000, minutes = everyMinute } = options;
  const backoffMs = options.backoffMs ?? ((attempt) => Math.min(MINUTE_MS, 1_000 * 2 ** (attempt - 1)));
  const plans = functions.map((fn) => planOf(client.id, fn));
  const handle = serve({ client, functions });
  const lanes = createLanes(maxParallel);
  const seen = new Map<string, number>();
  const runs = new Set<Promise<void>>();
  const waits = new Map<NodeJS.Timeout, (stopped: Stopped) => void>();
  const idlers: (() => void)[] = [];
  let stopping: Promise<void> | null = null;

  function wait(ms: number): Promise<void> {
    if (stopping) return Promise.reject(new Stopped());
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waits.delete(timer);
        resolve();
      }, ms);
      waits.set(timer, reject);
    });
  }

  function start(run: Run, onFailure: (error: unknown) => void): void {
    const done = driveRun(run, { serve: handle, lanes, wait, backoffMs, now: realNow })
      .then((outcome) => {
        if (outcome.ok) return;
        log.error(
          { job: run.functionId, runId: run.id, event: run.event.name, err: outcome.error },
          'job failed',
        );
        onFailure(outcome.error);
      })
      .catch((error: unknown) => {
        if (error instanceof Stopped)
          log.debug({ job: run.functionId, runId: run.id }, 'job dropped: stopping');
        else log.error({ job: run.functionId, runId: run.id, err: error }, 'job runner failed');
      })
      .finally(() => {
        runs.delete(done);
        if (runs.size === 0) for (const resolve of idlers.splice(0)) resolve();
      });
    runs.add(done);
  }

  function trigger(plan: Plan, event: QueuedEvent): void {
    const run: Run = {
      id: randomUUID(),
      functionId: plan.id,
      event,
      maxAttempts: plan.maxAttempts,
      limits: plan.limitsFor(event),
    };
    start(run, (error) => {
      const failed = makeEvent(FAILED, { function_id: plan.id, run_id: run.id, error, event });
      if (plan.failureId) {
        const { failureId } = plan;
        const limits = [{ key: failureId, limit: Number.POSITIVE_INFINITY }];
        start({ id: randomUUID(), functionId: failureId, event: failed, maxAttempts: 2, limits }, () => {});
      }
      // A listener that fails does not set itself off again.
      if (event.name !== FAILED) accept(failed);
    });
  }

  function makeEvent(name: string, data: Record<string, unknown>): QueuedEvent {
    return { id: randomUUID(), name, ts: realNow().getTime(), data };
  }

  function isRepeated(id: string): boolean {
    const now = realNow().getTime();
    for (const [oldest, at] of seen) {
      if (at > now - DEDUPE_MS && seen.size <= MAX_REMEMBERED_IDS) break;
      seen.delete(oldest);
    }
    if (seen.has(id)) return true;
    seen.set(id, now);
    return false;
  }

  function accept(event: QueuedEvent): void {
    if (stopping) return;
    for (const plan of plans) if (plan.events.includes(event.name)) trigger(plan, event);
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
      // Ids are told apart by event name, so that two kinds of event may use the same scheme.
      if (!given.id || !isRepeated(`${given.name} ${given.id}`)) accept(event);
      return event.id;
    });
    return Response.json({ status: 200, ids });
  }

  /** Each cron fires once at most, however many of the minutes are its own. */
  function tick(begun: Date[]): void {
    if (stopping) return;
    for (const plan of plans) {
      for (const { expression, matches } of plan.crons) {
        if (begun.some(matches)) trigger(plan, makeEvent('inngest/scheduled.timer', { cron: expression }));
      }
    }
  }

  async function drain(): Promise<void> {
    stopTimer();
    lanes.close();
    for (const [pending, refuse] of waits) {
      clearTimeout(pending);
      refuse(new Stopped());
    }
    waits.clear();
    let limit: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, drainMs);
    });
    await Promise.race([Promise.all(runs), late]);
    clearTimeout(limit);
    if (lanes.running > 0) log.warn({ running: lanes.running }, 'stopped while jobs were still running');
    disconnect();
  }

  const disconnect = connectLocally(client, receive);
  const stopTimer = minutes(tick);
  return {
    tick: (at) => tick([at]),
    idle: () => (runs.size === 0 ? Promise.resolve() : new Promise((resolve) => idlers.push(resolve))),
    stop() {
      stopping ??= Promise.resolve().then(drain);
      return stopping;
    },
  };
}
