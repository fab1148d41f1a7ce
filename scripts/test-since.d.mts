/** Seconds of each test file in its last run, by path. */
export const DURATIONS: string;

/** Files that take minutes for their size, the longest first. */
export const LONGEST: readonly string[];

/** Takes `--since REF` out of arguments; null without the option. */
export function takeSince(args: string[]): string | null;

/** The tests that a change since a commit can reach: paths to run, paths left out, and flows. */
export function testsSince(ref: string, root: string): { run: string[]; leftOut: string[]; flows: string[] };
