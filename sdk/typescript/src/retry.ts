import { retryAfterOf } from './errors.ts';

/** Waiting and chance, so that tests replace both. */
export type RetryClock = {
  /** Resolves after this many milliseconds, and rejects with the reason of the signal when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  /** A number from 0 up to 1. */
  random(): number;
};

/** Half a second before the first retry, twice as long before each further one, up to eight seconds. */
const BASE_MS = 500;
const CAP_MS = 8_000;

/** A `Retry-After` beyond this is left to the caller, in seconds. */
export const MAX_RETRY_AFTER = 60;

const retryable = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Whether the same request may succeed shortly. 409 with `Retry-After` says that the first request with this key is still
 * running: its answer was lost, and the retry gets it. Contract: Errors, Idempotency.
 */
export function isRetryable({ status, headers }: { status: number; headers: Headers }): boolean {
  const wait = retryAfterOf(headers);
  if (wait !== undefined && wait > MAX_RETRY_AFTER) return false;
  return retryable.has(status) || (status === 409 && wait !== undefined);
}

/**
 * Milliseconds before the next attempt: exponential back-off with jitter, at least `Retry-After`.
 * @param attempts the attempts so far, from 1
 * @param retryAfter seconds
 */
export function delayBefore(attempts: number, retryAfter: number | undefined, random: () => number): number {
  const backOff = Math.min(CAP_MS, BASE_MS * 2 ** (attempts - 1));
  // Clients that were refused together do not come back together.
  const jittered = backOff / 2 + (random() * backOff) / 2;
  return retryAfter === undefined ? jittered : retryAfter * 1_000 + jittered / 2;
}

export const realClock: RetryClock = {
  random: Math.random,
  sleep: (ms, signal) =>
    new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const abort = () => {
        clearTimeout(timer);
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        resolve();
      }, ms);
      signal?.addEventListener('abort', abort, { once: true });
    }),
};
