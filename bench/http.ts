import type { Bench } from './bench.ts';
import type { Contender, Figures, Kind } from './measure.ts';
import type { Server } from './processes.ts';

/** Connections at once: more than the pool has, so that every server always has something to do. */
const CONNECTIONS = 16;

/** Something to put load on. */
export type Target = {
  name: string;
  kind: Kind;
  server: Server;
  path: string;
  headers: Record<string, string>;
  creates?: boolean;
  /** It takes events that are signed with this. */
  secret?: string;
};

/** Rounds of load on one target. */
export const rounds = ({ quick }: Bench) => (quick ? 2 : 5);

/** Numbers of what was posted so far, to whomever: each is used once. */
let numbers = 1;

/** A server under load. Its first round begins with a stretch that is not counted. */
export function underLoad({ loader, quick }: Bench, target: Target): Contender {
  const { name, kind, server, path, headers, creates, secret } = target;
  const load = async (seconds: number): Promise<Figures> => {
    const postFrom = creates ? numbers : undefined;
    const url = server.address + path;
    const before = await server.cpu();
    const result = await loader.run({ url, headers, seconds, connections: CONNECTIONS, postFrom, secret });
    const cpu = ((await server.cpu()) - before) / result.requests;
    // Some were asked for and cut off at the end: their numbers are used up too.
    if (creates) numbers += result.requests + CONNECTIONS;
    return { perSecond: result.perSecond, p50: result.p50, p95: result.p95, p99: result.p99, cpu };
  };
  let isWarm = false;
  return {
    name,
    kind,
    async run() {
      if (!isWarm) await load(quick ? 1 : 3);
      isWarm = true;
      return load(quick ? 1 : 4);
    },
  };
}
