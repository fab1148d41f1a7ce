import type { QueuedEvent } from './function-config.ts';

/** An operation that the SDK reports: a step that ran or failed, or a sleep. */
type Operation = {
  id: string;
  op: string;
  name?: string;
  displayName?: string;
  data?: unknown;
  error?: unknown;
};

type StepResult = { type: 'data'; data: unknown } | { type: 'error'; error: unknown };

type Answer = {
  status: number;
  body: unknown;
};

export type Run = {
  id: string;
  functionId: string;
  event: QueuedEvent;
  maxAttempts: number;
};

export type RunTools = {
  /** The SDK's own serve handler. */
  serve: (request: Request) => Promise<Response>;
  /** Makes a call once it has a place among the running ones. @throws Stopped */
  inPlace: <T>(call: () => Promise<T>) => Promise<T>;
  /** Waits without a place among the running tasks. @throws Stopped */
  wait: (ms: number) => Promise<void>;
  /** The pause before the next attempt, in ms; `attempt` counts the failed ones from 1. */
  backoffMs: (attempt: number) => number;
};

export type RunOutcome = { ok: true } | { ok: false; error: unknown };

/** A longer sleep would be lost with the process. Such a due time belongs in the database. */
const MAX_SLEEP_MS = 60_000;

/** The SDK reports a sleep by its duration: `30s`. */
function sleepMs(duration: string | undefined): number {
  const [, seconds] = /^(\d+)s$/.exec(duration ?? '') ?? [];
  return seconds === undefined ? Number.POSITIVE_INFINITY : Number(seconds) * 1_000;
}

/**
 * Drives one run to its end. It calls the function again and again, each time with the results of the finished steps,
 * as an Inngest server does over HTTP. The results live in this call only.
 * @throws Stopped when the runner stops first
 */
export async function driveRun(run: Run, tools: RunTools): Promise<RunOutcome> {
  const results: Record<string, StepResult> = {};

  async function call(attempt: number): Promise<Answer> {
    const order = Object.keys(results);
    const response = await tools.serve(
      new Request(`http://inngest.local/api/inngest?fnId=${encodeURIComponent(run.functionId)}&stepId=step`, {
        method: 'POST',
        // The SDK makes its own URL from the host header.
        headers: { 'content-type': 'application/json', host: 'inngest.local' },
        body: JSON.stringify({
          event: run.event,
          events: [run.event],
          steps: results,
          ctx: {
            run_id: run.id,
            attempt,
            max_attempts: run.maxAttempts,
            disable_immediate_execution: false,
            stack: { stack: order, current: order.length },
          },
        }),
      }),
    );
    return { status: response.status, body: await response.json() };
  }

  /** Calls until a step ends or no attempt is left. Each call waits for its turn again. */
  async function attemptAll(): Promise<Answer> {
    for (let attempt = 0; ; attempt++) {
      const answer = await tools.inPlace(() => call(attempt));
      const failed = answer.status >= 400 || operations(answer).some(({ op }) => op === 'StepError');
      if (!failed || attempt + 1 >= run.maxAttempts) return answer;
      await tools.wait(tools.backoffMs(attempt + 1));
    }
  }

  async function settle(operation: Operation): Promise<StepResult> {
    switch (operation.op) {
      case 'StepRun':
        return { type: 'data', data: operation.data ?? null };
      case 'StepError':
      case 'StepFailed':
        return { type: 'error', error: operation.error };
      case 'Sleep': {
        const ms = sleepMs(operation.name);
        if (ms > MAX_SLEEP_MS) return unsupported(operation, `a sleep of "${operation.name}"`);
        await tools.wait(ms);
        return { type: 'data', data: null };
      }
      default:
        return unsupported(operation, `a step of the kind ${operation.op}`);
    }
  }

  for (;;) {
    const answer = await attemptAll();
    if (answer.status === 200) return { ok: true };
    if (answer.status !== 206) return { ok: false, error: answer.body };
    for (const operation of operations(answer)) results[operation.id] = await settle(operation);
  }
}

/** The operations in an answer that requests a continuation. */
function operations({ status, body }: Answer): Operation[] {
  return status === 206 ? (body as Operation[]) : [];
}

/** The step throws where the function calls it. */
function unsupported({ id, displayName }: Operation, what: string): StepResult {
  const message = `Step "${displayName ?? id}": the local runner does not support ${what}; use an Inngest server`;
  return { type: 'error', error: { name: 'Error', message } };
}
