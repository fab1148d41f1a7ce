import type { Lanes, Limit } from './lanes.ts';
import type { QueuedEvent } from './local-plan.ts';

/** An operation that the SDK reports: a step that ran, failed or is planned. */
interface Op {
  id: string;
  op: string;
  name?: string;
  displayName?: string;
  data?: unknown;
  error?: unknown;
}

type Memo = { type: 'data'; data: unknown } | { type: 'error'; error: unknown };

interface Answer {
  status: number;
  body: unknown;
  mayRetry: boolean;
  retryAfterMs: number | null;
}

export interface Run {
  id: string;
  functionId: string;
  event: QueuedEvent;
  maxAttempts: number;
  limits: readonly Limit[];
}

export interface RunTools {
  /** The SDK's own serve handler. */
  serve: (request: Request) => Promise<Response>;
  lanes: Lanes;
  /** Waits without holding a place in its lane. @throws Stopped */
  wait: (ms: number) => Promise<void>;
  /** How long until the next attempt, in ms; `attempt` counts the failed ones from 1. */
  backoffMs: (attempt: number) => number;
  now: () => Date;
}

export type Outcome = { ok: true; result: unknown } | { ok: false; error: unknown };

/** Longer sleeps would be lost with the process: such a due time belongs in the database. */
const MAX_SLEEP_MS = 15 * 60_000;
const UNIT_MS: Record<string, number> = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1_000 };
const UNSUPPORTED_STEPS = new Set([
  'WaitForEvent',
  'WaitForSignal',
  'InvokeFunction',
  'AIGateway',
  'Gateway',
]);

class RunFailed extends Error {
  readonly error: unknown;
  constructor(error: unknown) {
    super('run failed');
    this.error = error;
  }
}

function sleepMs(duration: string, now: Date): number {
  const until = Date.parse(duration);
  if (!Number.isNaN(until)) return Math.max(0, until - now.getTime());
  let ms = 0;
  for (const [, count, unit] of duration.matchAll(/(\d+)([wdhms])/g))
    ms += Number(count) * (UNIT_MS[unit ?? ''] ?? 0);
  return ms;
}

function retryAfterMs(header: string | null, now: Date): number | null {
  if (!header) return null;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now.getTime();
  return Number.isNaN(ms) ? null : Math.max(0, ms);
}

/**
 * Drives one run to its end: calls the function again and again, each time with the results of the steps that
 * are done, as an Inngest server does over HTTP. The results live in this call only.
 * @throws Stopped when the runner stops first
 */
export async function driveRun(run: Run, tools: RunTools): Promise<Outcome> {
  const memos: Record<string, Memo> = {};
  const order: string[] = [];

  function remember(op: Op, memo: Memo): void {
    memos[op.id] = memo;
    order.push(op.id);
  }

  async function call(stepId: string, attempt: number): Promise<Answer> {
    const response = await tools.serve(
      new Request(
        `http://inngest.local/api/inngest?fnId=${encodeURIComponent(run.functionId)}&stepId=${stepId}`,
        {
          method: 'POST',
          // The SDK makes its own URL from the host header.
          headers: { 'content-type': 'application/json', host: 'inngest.local' },
          body: JSON.stringify({
            event: run.event,
            events: [run.event],
            steps: memos,
            ctx: {
              run_id: run.id,
              attempt,
              max_attempts: run.maxAttempts,
              disable_immediate_execution: stepId !== 'step',
              stack: { stack: order, current: order.length },
            },
          }),
        },
      ),
    );
    return {
      status: response.status,
      body: await response.json(),
      mayRetry: response.headers.get('x-inngest-no-retry') !== 'true',
      retryAfterMs: retryAfterMs(response.headers.get('retry-after'), tools.now()),
    };
  }

  /** Calls until there is progress or no attempt is left. Every call takes its turn anew. */
  async function attemptAll(stepId: string): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      const answer = await tools.lanes.run(run.limits, () => call(stepId, attempt));
      const ops = answer.status === 206 ? (answer.body as Op[]) : [];
      const failed = answer.status >= 400 || ops.some(({ op }) => op === 'StepError');
      if (!failed || !answer.mayRetry || attempt + 1 >= run.maxAttempts) return answer;
      await tools.wait(answer.retryAfterMs ?? tools.backoffMs(attempt + 1));
    }
  }

  async function settle(op: Op): Promise<void> {
    switch (op.op) {
      case 'StepRun':
        return remember(op, { type: 'data', data: op.data ?? null });
      case 'StepError':
      case 'StepFailed':
        return remember(op, { type: 'error', error: op.error });
      case 'Sleep': {
        const ms = sleepMs(op.name ?? '', tools.now());
        if (ms > MAX_SLEEP_MS) return refuse(op, `a sleep of more than ${MAX_SLEEP_MS / 60_000} minutes`);
        await tools.wait(ms);
        return remember(op, { type: 'data', data: null });
      }
      case 'StepPlanned': {
        // One of several steps at once: each is asked for by its id.
        const answer = await attemptAll(op.id);
        if (answer.status !== 206) throw new RunFailed(answer.body);
        for (const done of answer.body as Op[]) await settle(done);
        return;
      }
      default:
        if (UNSUPPORTED_STEPS.has(op.op)) return refuse(op, `a step of the kind ${op.op}`);
        throw new RunFailed({ name: 'Error', message: `The local runner does not support ${op.op}` });
    }
  }

  /** The step throws where it is called. */
  function refuse(op: Op, what: string): void {
    const message = `Step "${op.displayName ?? op.id}": the local runner does not support ${what}; use an Inngest server`;
    remember(op, { type: 'error', error: { name: 'Error', message } });
  }

  try {
    for (;;) {
      const answer = await attemptAll('step');
      if (answer.status === 200) return { ok: true, result: answer.body };
      if (answer.status !== 206) return { ok: false, error: answer.body };
      // All of them, before a failure ends the run: none may go on behind its end.
      const settled = await Promise.allSettled((answer.body as Op[]).map(settle));
      for (const step of settled) if (step.status === 'rejected') throw step.reason;
    }
  } catch (error) {
    if (error instanceof RunFailed) return { ok: false, error: error.error };
    throw error;
  }
}
