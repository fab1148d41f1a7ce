import type { Bench } from './bench.ts';
import type { Contender, Figure, Figures, Kind } from './measure.ts';
import type { Demarc, Server } from './processes.ts';

/** Connections at once: more than the pool has, so that every server always has something to do. */
const CONNECTIONS = 16;

/** Something to put load on. */
export type Target = {
  name: string;
  kind: Kind;
  server: Server;
  /** The checkout in whose database the rows of the server are; ours when absent. */
  demarc?: Demarc;
  path: string;
  headers: Record<string, string>;
  creates?: boolean;
  /** The secret that signs the events it receives. */
  secret?: string;
};

/** The figures of a stretch of load. */
export const loadFigures = ['perSecond', 'p50', 'p95', 'p99', 'cpu', 'databaseCpu'] satisfies Figure[];

/** Rounds of load on one target. */
export const rounds = ({ quick }: Bench) => (quick ? 2 : 5);

/** The next number for the body of a POST. Each is used once over all targets. */
let numbers = 1;

/**
 * Load before the first round. V8 compiles the path of a request during its first thousands of requests, however long they
 * take; fewer requests measure the compiler, and a larger program has more to compile.
 */
const WARM_UP_REQUESTS = 10_000;
const QUICK_WARM_UP_REQUESTS = 4_000;
/** A warm-up of slow requests ends after this time. */
const WARM_UP_SECONDS = 30;
/** The warm-up is a whole number of such stretches. */
const STRETCH_SECONDS = 2;

/** A server under load. Its first round begins with a warm-up that is not counted. */
export function underLoad({ loader, quick, ours }: Bench, target: Target): Contender {
  const { name, kind, server, demarc: database = ours, path, headers, creates, secret } = target;
  const load = async (seconds: number): Promise<Figures & { requests: number }> => {
    const postFrom = creates ? numbers : undefined;
    const url = server.address + path;
    const before = { server: await server.cpu(), database: await database.databaseCpu() };
    const result = await loader.run({ url, headers, seconds, connections: CONNECTIONS, postFrom, secret });
    const cpu = await server.cpu();
    const after = await database.databaseCpu();
    const each = (used: number | null, usedBefore: number | null) =>
      used === null || usedBefore === null ? undefined : (used - usedBefore) / result.requests;
    const used = { cpu: each(cpu, before.server), databaseCpu: each(after, before.database) };
    // Requests that were cut off at the end used numbers too.
    if (creates) numbers += result.requests + CONNECTIONS;
    return {
      requests: result.requests,
      perSecond: result.perSecond,
      p50: result.p50,
      p95: result.p95,
      p99: result.p99,
      ...used,
    };
  };
  const warmUp = async () => {
    const enough = quick ? QUICK_WARM_UP_REQUESTS : WARM_UP_REQUESTS;
    let requests = 0;
    for (let seconds = 0; seconds < WARM_UP_SECONDS && requests < enough; seconds += STRETCH_SECONDS) {
      requests += (await load(STRETCH_SECONDS)).requests;
    }
  };
  let isWarm = false;
  return {
    name,
    kind,
    async run() {
      if (!isWarm) await warmUp();
      isWarm = true;
      return load(quick ? 2 : 4);
    },
  };
}
