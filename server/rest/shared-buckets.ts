import { Redis } from 'ioredis';
import { MINUTE_MS, monotonicMs, SECOND_MS } from '../clock.ts';
import { log as processLog } from '../log.ts';
import type { BucketTerms, Drawn } from './token-bucket.ts';

/** Buckets that replicas share. */
export type SharedBuckets = {
  /** False while Redis does not answer; the caller then uses the buckets of its process. */
  readonly isUp: boolean;
  /** Takes one token, if there is one. Null when Redis did not answer. Never throws. */
  take(key: string, terms: BucketTerms): Promise<Drawn | null>;
  close(): void;
};

/** The arithmetic of token-bucket.ts on Redis's clock, so the clocks of replicas do not matter. */
const TAKE = `
local burst, refill, every = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local stored = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local tokens, at = tonumber(stored[1]) or burst, tonumber(stored[2]) or now
local refills = math.max(0, math.floor((now - at) / every))
tokens = math.min(burst, tokens + refills * refill)
if tokens < burst then at = at + refills * every else at = now end
local wait = 0
if tokens >= 1 then tokens = tokens - 1 else wait = math.ceil((1 - tokens) / refill) * every - (now - at) end
redis.call('HSET', KEYS[1], 'tokens', tokens, 'at', at)
redis.call('PEXPIRE', KEYS[1], math.ceil((burst - tokens) / refill + 1) * every)
local full = math.ceil((burst - tokens) / refill) * every - (now - at)
return { math.ceil(wait), math.floor(tokens), math.ceil(full) }
`;

/** Longer than any answer of a healthy Redis, too short for a caller to notice. */
const ANSWER_WITHIN_MS = 250;
/** After a failure, requests do not wait for Redis for this long. */
const PAUSE_MS = SECOND_MS;

type Options = {
  log?: { warn(details: object, message: string): void };
  now?: () => number;
  /** Time in ms that Redis has for an answer before the request continues without it. */
  answerWithinMs?: number;
};

/**
 * Connects to Redis. While Redis cannot be reached, it reconnects in the background, each process counts for itself,
 * and the log has a warning once a minute: availability comes before exact limits.
 * @param url redis:// or rediss://, or the path of a socket
 */
export async function connectSharedBuckets(url: string, options: Options = {}): Promise<SharedBuckets> {
  const { log = processLog, now = monotonicMs, answerWithinMs = ANSWER_WITHIN_MS } = options;
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: 2 * SECOND_MS,
    commandTimeout: answerWithinMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2 * SECOND_MS),
    scripts: { takeToken: { lua: TAKE, numberOfKeys: 1 } },
  }) as Redis & { takeToken(key: string, ...terms: number[]): Promise<[number, number, number]> };

  let pausedUntil = Number.NEGATIVE_INFINITY;
  let quietUntil = Number.NEGATIVE_INFINITY;
  function report(err: unknown): void {
    if (now() < quietUntil) return;
    quietUntil = now() + MINUTE_MS;
    log.warn({ err }, 'Redis does not answer: each process counts rate limits for itself');
  }
  let isClosed = false;
  redis.on('error', report);
  redis.on('close', () => !isClosed && report(new Error('the connection was lost')));
  await redis.connect().catch(report);

  return {
    get isUp() {
      return redis.status === 'ready' && now() >= pausedUntil;
    },
    async take(key, { burst, refillTokens, everyMs }) {
      try {
        const drawn = await redis.takeToken(`demarc:rate:${key}`, burst, refillTokens, everyMs);
        const [waitMs, left, fullInMs] = drawn;
        return { waitMs, left, fullInMs };
      } catch (error) {
        pausedUntil = now() + PAUSE_MS;
        report(error);
        return null;
      }
    },
    close() {
      isClosed = true;
      redis.disconnect();
    },
  };
}
