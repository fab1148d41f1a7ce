import postgres from 'postgres';
import { type Bench, demarcs, stopAtEnd } from './bench.ts';
import { loadFigures, rounds, type Target, underLoad } from './http.ts';
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
  const made: { databaseUrl: string; providerId: string }[] = [];
  for (const demarc of demarcs(bench)) {
    const { name, kind } = demarc;
    const { headers, providerId } = await demarc.account('Growing ISP', SUBSCRIBERS);
    made.push({ databaseUrl: demarc.databaseUrl, providerId });
    targets.push({
      ...{ name, kind, demarc },
      server: await demarc.server(),
      path: '/v1/subscribers',
      headers,
      creates: true,
    });
  }
  const { providerId } = await ours.account('Growing barely', SUBSCRIBERS);
  made.push({ databaseUrl, providerId });
  const bare = await stopAtEnd(
    bench,
    startBare(ours.bundle, { databaseUrl, providerId, kind: 'create' }, dataDir),
  );
  const name = 'bare `node:http` + postgres.js';
  targets.push({ name, kind: 'baseline', server: bare, path: '/', headers: {}, creates: true });
  for (const peer of ['fastify-drizzle', 'next-trpc'] as const) {
    const server = await startPeer(bench, peer, { databaseUrl });
    if (!server) continue;
    const { headers, providerId } = await ours.account(`Growing by ${peer}`, SUBSCRIBERS);
    made.push({ databaseUrl, providerId });
    targets.push({ name: peer, kind: 'peer', server, path: '/api/subscribers', headers, creates: true });
  }
  const measured = await alternate(
    targets.map((target) => underLoad(bench, target)),
    rounds(bench),
  );
  for (const account of made) await requireSameRows(account.databaseUrl, account.providerId);
  const work = '`POST /v1/subscribers` with `Idempotency-Key`';
  bench.print(summary(work, measured, loadFigures));
  return compare(work, 'perSecond', measured, { baseline: { atLeast: 0.75 }, peer: { atLeast: 1 } });
}

/** Each contender must write an event, an audit entry and a key for each subscriber. */
async function requireSameRows(databaseUrl: string, providerId: string): Promise<void> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const [row] = await sql<Record<'subscribers' | 'events' | 'entries' | 'keys', number>[]>`
    select
      (select count(*)::int from subscriber where provider_id = ${providerId}) - ${SUBSCRIBERS}::int as subscribers,
      (select count(*)::int from event where provider_id = ${providerId} and type = 'subscriber.created') as events,
      (select count(*)::int from audit_entry where provider_id = ${providerId} and action = 'subscriber.create') as entries,
      (select count(*)::int from idempotency_key where provider_id = ${providerId}) as keys`.finally(() =>
    sql.end(),
  );
  const counts = Object.values(row ?? {});
  if (new Set(counts).size === 1 && counts[0] !== 0) return;
  throw new Error(`A contender left different rows: ${JSON.stringify(row)}`);
}
