/** The terms of every bucket of one limiter. */
export type BucketTerms = {
  /** Tokens a full bucket holds, at least 1. */
  burst: number;
  /** Tokens that come back at a time, above 0; a fraction will do. */
  lot: number;
  /** A lot comes back after each such span since the bucket was last full; in ms, above 0. */
  everyMs: number;
};

export type Buckets = {
  /** Takes one token: 0, or how many ms to wait until there is one. */
  take(key: string): number;
  /** Buckets held. */
  readonly size: number;
};

type Bucket = { tokens: number; at: number };

const SWEEP_FROM = 1_024;

/**
 * Buckets in this process's memory. A full bucket says nothing, so full ones are swept as the map grows; a flood of
 * keys drops the oldest.
 * @param now a time in ms that only goes forward
 * @param most buckets held at most
 */
export function memoryBuckets(terms: BucketTerms, now: () => number, most = 100_000): Buckets {
  const { burst, lot, everyMs } = terms;
  const buckets = new Map<string, Bucket>();
  let sweepAt = Math.min(SWEEP_FROM, most);

  function refill(bucket: Bucket, at: number): void {
    const lots = Math.floor((at - bucket.at) / everyMs);
    if (lots < 1 && bucket.tokens < burst) return;
    bucket.tokens = Math.min(burst, bucket.tokens + lots * lot);
    bucket.at = bucket.tokens < burst ? bucket.at + lots * everyMs : at;
  }

  /** What it costs is paid by the growth since the last sweep. */
  function sweep(at: number): void {
    for (const [key, bucket] of buckets) {
      refill(bucket, at);
      if (bucket.tokens >= burst) buckets.delete(key);
    }
    let excess = buckets.size - Math.floor(most / 2);
    for (const key of buckets.keys()) {
      if (excess-- <= 0) break;
      buckets.delete(key);
    }
    sweepAt = Math.min(most, Math.max(SWEEP_FROM, 2 * buckets.size));
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
      if (bucket.tokens >= 1) {
        bucket.tokens--;
        return 0;
      }
      return Math.ceil((1 - bucket.tokens) / lot) * everyMs - (at - bucket.at);
    },
    get size() {
      return buckets.size;
    },
  };
}
