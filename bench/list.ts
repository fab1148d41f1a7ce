import postgres from 'postgres';
import { newId } from '../server/work/ids.ts';
import { type Bench, demarcs, figure, stopAtEnd } from './bench.ts';
import type { Account } from './database.ts';
import { loadFigures, rounds, type Target, underLoad } from './http.ts';
import { alternate, type Measured } from './measure.ts';
import { startPeer } from './peers.ts';
import { type Demarc, startBare } from './processes.ts';
import { compare, type Line, summary } from './report.ts';

const SMALL = 10_000;
const PATH = '/v1/subscribers?limit=20';
const work = (size: number) => `\`GET ${PATH}\` of ${figure(size)} with total`;

async function targetOf(demarc: Demarc, account: Account, name = demarc.name, path = PATH): Promise<Target> {
  return { name, kind: demarc.kind, demarc, server: await demarc.server(), path, headers: account.headers };
}

/** The first page of 20 with the total, beside bare servers with the same rows and total. */
export async function list(bench: Bench): Promise<Line[]> {
  const { ours, dataDir, print } = bench;
  const targets: Target[] = [];
  for (const demarc of demarcs(bench)) {
    targets.push(await targetOf(demarc, await demarc.account('Small ISP', SMALL)));
  }
  const account = await ours.account('Listed ISP', SMALL);
  const { providerId, headers } = account;
  const { databaseUrl } = ours;
  const statements = await ours.statements(providerId);
  const bares = [
    ['bare, rows and total apart', statements.apart],
    ['bare, our statement', statements.ours],
  ] as const;
  for (const [name, statements] of bares) {
    const bare = startBare(ours.bundle, { databaseUrl, providerId, kind: 'list', statements }, dataDir);
    targets.push({ name, kind: 'baseline', server: await stopAtEnd(bench, bare), path: '/', headers: {} });
  }
  for (const peer of ['fastify-drizzle', 'next-trpc'] as const) {
    const server = await startPeer(bench, peer, { databaseUrl });
    if (server)
      targets.push({ name: peer, kind: 'peer', server, path: '/api/subscribers?limit=20', headers });
  }
  const measured = await alternate(
    targets.map((target) => underLoad(bench, target)),
    rounds(bench),
  );
  print(summary(work(SMALL), measured, loadFigures));
  return compare(work(SMALL), 'perSecond', measured, { baseline: { atLeast: 0.92 }, peer: { atLeast: 1 } });
}

/**
 * The cursor of the rows behind nine tenths of a list. Ids of the bench are no cursors, so a row gets one of the server's.
 * @param size the rows of the list
 */
async function deepCursor(databaseUrl: string, { providerId }: Account, size: number): Promise<string> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  const [row] = await sql<{ id: string; at: Date }[]>`
    select id, created_at as at from subscriber where provider_id = ${providerId}
    order by created_at desc, id desc offset ${size * 0.9} limit 1`;
  const id = newId('subscriber', row?.at ?? new Date(0));
  await sql`update subscriber set id = ${id} where provider_id = ${providerId} and id = ${row?.id ?? ''}`;
  await sql.end();
  return id;
}

/** First, deep and last page of a large provider, and rows behind a deep cursor, beside the first page of a small one. */
export async function large(bench: Bench, size: number): Promise<Line[]> {
  // As far from an anchor as a page in the middle can be.
  const deep = size / 40 - 12;
  const pages = { 'page 1': 1, [`page ${figure(deep)}`]: deep, 'last page': size / 20 };
  const targets: Target[] = [];
  const small = await bench.ours.account(`Small beside ${size}`, SMALL);
  const smallName = `page 1 of ${figure(SMALL)}`;
  targets.push(await targetOf(bench.ours, small, smallName));
  for (const demarc of demarcs(bench)) {
    const many = await demarc.account(`Large ISP of ${size}`, size);
    for (const [page, number] of Object.entries(pages)) {
      targets.push(await targetOf(demarc, many, page, `${PATH}&page=${number}`));
    }
    // An earlier commit may have no cursors.
    if (demarc !== bench.ours) continue;
    const cursor = await deepCursor(demarc.databaseUrl, many, size);
    targets.push(await targetOf(demarc, many, 'behind a cursor at 90 %', `${PATH}&after=${cursor}`));
  }
  const measured = await alternate(
    targets.map((target) => underLoad(bench, target)),
    rounds(bench),
  );
  bench.print(summary(`The list of ${figure(size)}`, measured, loadFigures));
  const [first, ...others] = measured as [Measured, ...Measured[]];
  const ours = others.filter(({ kind }) => kind === 'ours');
  const references = others.filter(({ kind }) => kind === 'reference');
  const baseline: Measured = { ...first, kind: 'baseline' };
  return ours.flatMap((own, i) => {
    const name = `${work(size)}, ${own.name}`;
    const reference = references[i] && { ...references[i], name: bench.reference?.name ?? '' };
    const all = [own, baseline, ...(reference ? [reference] : [])];
    return compare(name, 'p95', all, { baseline: { atMost: 1.25 } });
  });
}
