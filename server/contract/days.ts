/** A day in ms. It always has 86,400 s: billing uses UTC without daylight saving. */
export const DAY_MS = 86_400_000;
