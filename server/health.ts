import { SECOND_MS } from './clock.ts';
import { log as processLog } from './log.ts';
import { release } from './release.ts';

/** An answer outside the API's envelope, for monitoring. */
export type PlainAnswer = { status: number; contentType: string; body: string };

/** Passes unless it throws, rejects or returns false. */
export type Check = () => unknown;

/** What the process needs to serve. Others may be added, such as one that fails during shutdown. */
export type ReadyChecks = { database: Check; migrations: Check; jobs: Check } & Record<string, Check>;

type Options = { log?: { warn(details: object, message: string): void }; withinMs?: number };

/** `GET /healthz`: the process runs, and which release it is. `readyz` says whether it can serve. Contract: Processes. */
export function healthz(): PlainAnswer {
  return answer(200, { status: 'ok', ...release });
}

/**
 * `GET /readyz`: 200 when every check passes, else 503, with the result of each. Causes are in the log only, because
 * the answer is public. Contract: Processes.
 * @param options.withinMs time limit of a check in ms; 2 s by default
 */
export async function readyz(checks: ReadyChecks, options: Options = {}): Promise<PlainAnswer> {
  const { log = processLog, withinMs = 2 * SECOND_MS } = options;
  const outcomes = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => {
      try {
        if ((await within(withinMs, check)) !== false) return [name, 'ok'] as const;
        log.warn({ check: name }, 'not ready');
      } catch (err) {
        log.warn({ check: name, err }, 'not ready');
      }
      return [name, 'failed'] as const;
    }),
  );
  const isReady = outcomes.every(([, outcome]) => outcome === 'ok');
  return answer(isReady ? 200 : 503, {
    status: isReady ? 'ok' : 'unavailable',
    checks: Object.fromEntries(outcomes),
  });
}

/** `readyz` for anyone: calls that come while the checks run share their result, because each check is a statement. */
export function sharedReadyz(checks: () => ReadyChecks): () => Promise<PlainAnswer> {
  let running: Promise<PlainAnswer> | undefined;
  return () => {
    running ??= readyz(checks()).finally(() => {
      running = undefined;
    });
    return running;
  };
}

/**
 * The result of `work`.
 * @throws Error when it takes longer than `ms` milliseconds; whatever `work` throws
 */
export async function within<T>(ms: number, work: () => T): Promise<Awaited<T>> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([late, work()]);
  } finally {
    clearTimeout(timer);
  }
}

function answer(status: number, body: object): PlainAnswer {
  return { status, contentType: 'application/json', body: JSON.stringify(body) };
}
