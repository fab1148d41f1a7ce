/** Reproducible draws: the same seed gives the same demo partner on every machine. */
export type Random = {
  /** A whole number from `min` to `max`, both included. */
  whole(min: number, max: number): number;
  /** A number from `min` to `max`. */
  between(min: number, max: number): number;
  /** True with a probability of `percent`. */
  chance(percent: number): boolean;
  /** @throws Error when the list is empty; so does `weighted` */
  pick<T>(from: readonly T[]): T;
  /** One of the values, by weight. */
  weighted<T>(from: readonly (readonly [weight: number, value: T])[]): T;
};

/** mulberry32, a generator with 32 bits of state. Not for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const whole = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    whole,
    between: (min, max) => min + next() * (max - min),
    chance: (percent) => next() * 100 < percent,
    pick(from) {
      if (from.length === 0) throw new Error('there is nothing to pick from');
      return from[whole(0, from.length - 1)] as (typeof from)[number];
    },
    weighted(from) {
      if (from.length === 0) throw new Error('there is nothing to pick from');
      let left = next() * from.reduce((sum, [weight]) => sum + weight, 0);
      const drawn = from.find(([weight]) => {
        left -= weight;
        return left < 0;
      });
      return (drawn ?? (from.at(-1) as (typeof from)[number]))[1];
    },
  };
}
