import type { LoadResult } from './load.ts';
import type { Loader, Server } from './processes.ts';

/** Connections at once: more than the pool has, so that both servers always have something to do. */
const CONNECTIONS = 16;

export type Pace = { rounds: number; warmUpSeconds: number; seconds: number };

export const FULL: Pace = { rounds: 5, warmUpSeconds: 3, seconds: 4 };
export const QUICK: Pace = { rounds: 2, warmUpSeconds: 1, seconds: 1 };

/** Something to put load on. */
export type Target = {
  name: string;
  server: Server;
  path: string;
  headers: Record<string, string>;
  creates?: boolean;
  /** It takes events that are signed with this. */
  secret?: string;
};

/** `cpu` is what one request cost the server's process, in µs; it is the figure that a busy machine disturbs least. */
export type Round = LoadResult & { cpu: number };

/** The rounds of one target. */
export type Measured = { name: string; rounds: Round[] };

/**
 * Loads the targets in turns (A, B, A, B, …) after each was warmed up, so that what drifts on the machine drifts for
 * all of them alike.
 */
export async function measure(loader: Loader, targets: Target[], pace: Pace): Promise<Measured[]> {
  const run = async ({ server, path, headers, creates, secret }: Target, seconds: number): Promise<Round> => {
    const postFrom = creates ? numbers : undefined;
    const url = server.address + path;
    const before = await server.cpu();
    const result = await loader.run({ url, headers, seconds, connections: CONNECTIONS, postFrom, secret });
    const cpu = ((await server.cpu()) - before) / result.requests;
    // Some were asked for and cut off at the end: their numbers are used up too.
    if (creates) numbers += result.requests + CONNECTIONS;
    return { ...result, cpu };
  };
  for (const target of targets) await run(target, pace.warmUpSeconds);
  const measured = targets.map(({ name }) => ({ name, rounds: [] as Round[] }));
  for (let round = 0; round < pace.rounds; round++) {
    for (const [i, target] of targets.entries()) {
      measured[i]?.rounds.push(await run(target, pace.seconds));
    }
  }
  return measured;
}

/** Numbers of subscribers that were made so far, by whomever: each is used once. */
let numbers = 1;

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** Round by round, ours as a share of the baseline's: the median of neighbours in time, not of the whole run. */
export function ratio(ours: Measured, baseline: Measured, figure: keyof Round): number {
  return median(ours.rounds.map((round, i) => round[figure] / (baseline.rounds[i]?.[figure] ?? Number.NaN)));
}
