import { MINUTE_MS, monotonicMs } from '../clock.ts';
import type { Env } from '../env.ts';
import { createPacedRefusals, type PacedRefusals } from './paced-refusals.ts';
import type { SharedBuckets } from './shared-buckets.ts';
import { type BucketTerms, type Drawn, memoryBuckets } from './token-bucket.ts';

/** What is left of a limit: whole requests of the burst, and the whole seconds until it is full. */
export type Quota = { limit: number; remaining: number; resetSeconds: number };

/**
 * `retryAfterSeconds` is a whole number, at least 1: the value of the `Retry-After` header. A limit that is off has no
 * quota.
 */
export type NotTaken = { ok: false; retryAfterSeconds: number; quota?: Quota };

export type Taken = { ok: true; quota?: Quota } | NotTaken;

export type Limiter = {
  /**
   * Takes one token of the key's bucket. Synchronous without Redis, which spares each request a promise. Never throws.
   */
  take(key: string): Taken | Promise<Taken>;
};

type LimiterChoice = {
  /** Separates this limiter's buckets from those of others in the shared store. */
  name: string;
  /** Buckets that replicas share. */
  shared?: SharedBuckets | undefined;
  /** Real time in ms that only moves forward. */
  now?: () => number;
} & (
  | {
      /** Tokens per second and key; 0: no limit. */
      ratePerSecond: number;
      /** Tokens that a key may take together. */
      burst: number;
    }
  | {
      /** Tokens per minute and key, all restored when the minute ends; 0: no limit. */
      perMinute: number;
    }
);

const PASSED: Taken = Object.freeze({ ok: true });

/** A token bucket for each key. */
export function createLimiter(choice: LimiterChoice): Limiter {
  const { name, shared, now = monotonicMs } = choice;
  const terms: BucketTerms =
    'perMinute' in choice
      ? { burst: choice.perMinute, refillTokens: choice.perMinute, everyMs: MINUTE_MS }
      : { burst: choice.burst, refillTokens: choice.ratePerSecond / 1_000, everyMs: 1 };
  if (terms.refillTokens === 0) return { take: () => PASSED };
  const own = memoryBuckets(terms, now);
  const limit = 'perMinute' in choice ? choice.perMinute : choice.ratePerSecond;
  const takeOwn = (key: string) => answer(own.take(key), limit);
  if (!shared) return { take: takeOwn };
  return {
    take: (key) =>
      shared.isUp
        ? shared.take(`${name}:${key}`, terms).then((drawn) => (drawn ? answer(drawn, limit) : takeOwn(key)))
        : takeOwn(key),
  };
}

function answer({ waitMs, left, fullInMs }: Drawn, limit: number): Taken {
  const quota = { limit, remaining: left, resetSeconds: Math.ceil(fullInMs / 1_000) };
  if (waitMs === 0) return { ok: true, quota };
  return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1_000)), quota };
}

export type RateLimits = {
  /** By live provider, whatever the number of its API keys. */
  live: Limiter;
  /** By sandbox provider. */
  sandbox: Limiter;
  /** By integration id. */
  inbound: Limiter;
  /** By source address, or /64 of IPv6, after a failed authentication only: valid credentials always pass. */
  failedAuthentication: Limiter;
  /** By link: requests of the page of a customer, and of the page of a payment. */
  customerPage: Limiter;
  /** By source address, or /64 of IPv6: unknown links of customers and payers, and addresses of gateways. Its refusals are delayed. */
  failedLink: Limiter;
  /** Delays the refusals of all limits. */
  refusals: PacedRefusals;
  close(): void;
};

type Settings = Pick<
  Env,
  'RATE_LIMIT_LIVE' | 'RATE_LIMIT_SANDBOX' | 'RATE_LIMIT_INBOUND' | 'RATE_LIMIT_AUTH' | 'REDIS_URL'
>;

/** A page, its logo and some invoices together; then a request a second or two. */
const customerPageLimits = { ratePerSecond: 2, burst: 30 };

/** The client of Redis is loaded by the processes that use it. */
async function shareBuckets(redisUrl: string): Promise<SharedBuckets> {
  const { connectSharedBuckets } = await import('./shared-buckets.ts');
  return connectSharedBuckets(redisUrl);
}

/** The limits of the public API, shared through Redis if `REDIS_URL` is set. Contract: Rate limits. */
export async function createRateLimits(settings: Settings): Promise<RateLimits> {
  const shared = settings.REDIS_URL ? await shareBuckets(settings.REDIS_URL) : undefined;
  const perSecond = (name: string, ratePerSecond: number) =>
    createLimiter({ name, ratePerSecond, burst: 2 * ratePerSecond, shared });
  const links = createLimiter({ name: 'link', perMinute: settings.RATE_LIMIT_AUTH, shared });
  const refusals = createPacedRefusals();
  return {
    live: perSecond('live', settings.RATE_LIMIT_LIVE),
    sandbox: perSecond('sandbox', settings.RATE_LIMIT_SANDBOX),
    inbound: perSecond('inbound', settings.RATE_LIMIT_INBOUND),
    failedAuthentication: createLimiter({ name: 'auth', perMinute: settings.RATE_LIMIT_AUTH, shared }),
    customerPage: createLimiter({ name: 'customer-page', ...customerPageLimits, shared }),
    failedLink: {
      async take(key) {
        const taken = await links.take(key);
        if (!taken.ok) await refusals.turn(key);
        return taken;
      },
    },
    refusals,
    close: () => shared?.close(),
  };
}
