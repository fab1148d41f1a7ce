import { type Bench, demarcs, keep } from './bench.ts';
import { rounds, type Target, underLoad } from './http.ts';
import { alternate } from './measure.ts';
import { startPeer } from './peers.ts';
import { startBare } from './processes.ts';
import { compare, type Line, summary } from './report.ts';

const SUBSCRIBERS = 10_000;

/** New subscribers, each with its idempotency key, event and audit entry, beside a bare transaction with the same rows. */
export async function create(bench: Bench): Promise<Line[]> {
  const { ours, dataDir } = bench;
  const { databaseUrl } = ours;
  const targets: Target[] = [];
  for (const demarc of demarcs(bench)) {
    const { name, kind } = demarc;
    const { headers } = await demarc.account('Growing ISP', SUBSCRIBERS);
    targets.push({
      name,
      kind,
      server: await demarc.server(),
      path: '/v1/subscribers',
      headers,
      creates: true,
    });
  }
  const { providerId } = await ours.account('Growing barely', SUBSCRIBERS);
  const bare = await keep(
    bench,
    startBare(ours.bundle, { databaseUrl, providerId, kind: 'create' }, dataDir),
  );
  const name = 'bare `node:http` + postgres.js';
  targets.push({ name, kind: 'baseline', server: bare, path: '/', headers: {}, creates: true });
  for (const peer of ['fastify-drizzle', 'next-trpc'] as const) {
    const server = await startPeer(bench, peer, { databaseUrl });
    if (!server) continue;
    const { headers } = await ours.account(`Growing by ${peer}`, SUBSCRIBERS);
    targets.push({ name: peer, kind: 'peer', server, path: '/api/subscribers', headers, creates: true });
  }
  const measured = await alternate(
    targets.map((target) => underLoad(bench, target)),
    rounds(bench),
  );
  const work = '`POST /v1/subscribers` with `Idempotency-Key`';
  bench.say(summary(work, measured, ['perSecond', 'p50', 'p95', 'p99', 'cpu']));
  return compare(work, 'perSecond', measured, { atLeast: 0.7 });
}
