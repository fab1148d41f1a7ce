/** The parameters of all buckets of one limiter. */
export type BucketTerms = {
  /** Capacity in tokens, at least 1. */
  burst: number;
  /** Tokens that are restored at a time, above 0; may be a fraction. */
  refillTokens: number;
  /** Interval in ms, above 0, at which tokens are restored, counted from when the bucket was last full. */
  everyMs: number;
};

/** A bucket after a try to take a token. */
export type Drawn = {
  /** 0 when a token was taken, else the ms until one is free. */
  waitMs: number;
  /** Whole tokens that are left. */
  left: number;
  /** The ms until the bucket is full. */
  fullInMs: number;
};

export type Buckets = {
  /** Takes one token, if there is one. */
  take(key: string): Drawn;
  /** Number of buckets in memory. */
  readonly size: number;
};

type Bucket = { tokens: number; at: number };

const SWEEP_FROM = 1_024;

/**
 * Buckets in the memory of this process. A full bucket equals an absent one, so full buckets are removed as the map
 * grows. A flood of keys drops the oldest.
 * @param now a time in ms that only moves forward
 * @param maxBuckets the maximum number of buckets
 */
export function memoryBuckets(terms: BucketTerms, now: () => number, maxBuckets = 100_000): Buckets {
  const { burst, refillTokens, everyMs } = terms;
  const buckets = new Map<string, Bucket>();
  let sweepAt = Math.min(SWEEP_FROM, maxBuckets);

  function refill(bucket: Bucket, at: number): void {
    const refills = Math.floor((at - bucket.at) / everyMs);
    if (refills < 1 && bucket.tokens < burst) return;
    bucket.tokens = Math.min(burst, bucket.tokens + refills * refillTokens);
    bucket.at = bucket.tokens < burst ? bucket.at + refills * everyMs : at;
  }

  /** Removes full buckets. A sweep runs when the map has doubled, which amortises its cost. */
  function sweep(at: number): void {
    for (const [key, bucket] of buckets) {
      refill(bucket, at);
      if (bucket.tokens >= burst) buckets.delete(key);
    }
    let excess = buckets.size - Math.floor(maxBuckets / 2);
    for (const key of buckets.keys()) {
      if (excess-- <= 0) break;
      buckets.delete(key);
    }
    sweepAt = Math.min(maxBuckets, Math.max(SWEEP_FROM, 2 * buckets.size));
  }

  return {
    take(key) {
      const at = now();
      let bucket = buckets.get(key);
      if (bucket) refill(bucket, at);
      else {
        if (buckets.size >= sweepAt) sweep(at);
        bucket = { tokens: burst, at };
        buckets.set(key, bucket);
      }
      const since = at - bucket.at;
      const msUntil = (tokens: number) =>
        Math.ceil((tokens - bucket.tokens) / refillTokens) * everyMs - since;
      const waitMs = bucket.tokens >= 1 ? 0 : msUntil(1);
      if (waitMs === 0) bucket.tokens--;
      return { waitMs, left: Math.floor(bucket.tokens), fullInMs: msUntil(burst) };
    },
    get size() {
      return buckets.size;
    },
  };
}
