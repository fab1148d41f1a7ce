/** Seconds of each test file in its last run, by path. */
export const DURATIONS: string;

/** Files that take minutes for their size, the longest first. */
export const LONGEST: readonly string[];
