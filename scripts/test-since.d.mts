/** Seconds of each test file in its last run, by path. */
export const DURATIONS: string;
