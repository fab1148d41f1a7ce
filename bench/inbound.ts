import { type Bench, demarcs, stopAtEnd } from './bench.ts';
import { loadFigures, rounds, type Target, underLoad } from './http.ts';
import { alternate } from './measure.ts';
import { type Demarc, startBare } from './processes.ts';
import { compare, type Line, summary } from './report.ts';

const SUBSCRIBERS = 1_000;

/** An account with an integration that receives signed events. */
async function integrate(demarc: Demarc, name: string) {
  const { providerId, headers } = await demarc.account(name, SUBSCRIBERS);
  const { address } = await demarc.server();
  const made = await fetch(`${address}/v1/integrations`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', adapter: 'native' }),
  });
  const { id, secret } = ((await made.json()) as { data: { id: string; secret: string } }).data;
  return { providerId, integrationId: id, secret };
}

/** Signed events of an external system, beside a bare server with HMAC and one insert. */
export async function inbound(bench: Bench): Promise<Line[]> {
  const { ours, dataDir } = bench;
  const targets: Target[] = [];
  const posts = { headers: {}, creates: true };
  for (const demarc of demarcs(bench)) {
    const { integrationId, secret } = await integrate(demarc, 'Integrated ISP');
    const { name, kind } = demarc;
    const path = `/v1/integrations/${integrationId}/webhooks`;
    targets.push({ name, kind, demarc, server: await demarc.server(), path, secret, ...posts });
  }
  const account = await integrate(ours, 'Integrated barely');
  const job = { databaseUrl: ours.databaseUrl, kind: 'inbound', ...account } as const;
  const server = await stopAtEnd(bench, startBare(ours.bundle, job, dataDir));
  const name = 'bare `node:http` + postgres.js, HMAC and one insert';
  targets.push({ name, kind: 'baseline', server, path: '/', secret: account.secret, ...posts });
  const measured = await alternate(
    targets.map((target) => underLoad(bench, target)),
    rounds(bench),
  );
  const work = '`POST /v1/integrations/{id}/webhooks`, signed';
  bench.print(summary(work, measured, loadFigures));
  return [
    ...compare(work, 'perSecond', measured, { baseline: { atLeast: 0.75 } }),
    ...compare(work, 'p99', measured, { baseline: { atMost: 3 } }),
  ];
}
