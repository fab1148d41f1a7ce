import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { hashPassword } from 'better-auth/crypto';
import postgres from 'postgres';
import { monotonicMs } from '../server/clock.ts';
import { type Bench, demarcs, figure } from './bench.ts';
import { build, onDatabase, startBuilt } from './built.ts';
import { alternate, type Contender, type Measured, percentile } from './measure.ts';
import type { Demarc } from './processes.ts';
import { compare, type Line, summary } from './report.ts';
import { SCRIPT_BUDGET } from './script-budget.ts';

const SMALL = 1_000;
/** The password of the owners of accounts that the benchmark made. */
export const PASSWORD = 'walnut harbour lantern meadow';
const PAGE = '/subscribers';

/** A staff session. `get` gives what is at a path; null when it is not shown there, but a redirect or a refusal. */
type Session = { cookie: string; get: (path: string) => Promise<string | null> };

/** Signs in the owner of an account that the benchmark made. */
export async function signIn({ databaseUrl }: Demarc, address: string, account: string): Promise<Session> {
  const email = `${account.replaceAll(' ', '.')}@example.com`.toLowerCase();
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  await sql`
    update staff_account set password = ${await hashPassword(PASSWORD)}
    where user_id = (select id from staff_user where email = ${email})`;
  await sql.end();
  const answer = await fetch(`${address}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { origin: address, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  if (!answer.ok) throw new Error(`The sign-in of ${email}: ${answer.status} ${await answer.text()}`);
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ');
  return {
    cookie,
    async get(path) {
      const page = await fetch(address + path, { headers: { cookie }, redirect: 'manual' });
      const text = await page.text();
      return page.status === 200 ? text : null;
    },
  };
}

/** The pages of the portal that need no id, by the folders of `app`. */
function pagesOf(root: string): string[] {
  const found: string[] = [];
  const look = (folder: string, path: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.name === 'page.tsx') found.push(path || '/');
      else if (entry.isDirectory() && !entry.name.startsWith('['))
        look(join(folder, entry.name), entry.name.startsWith('(') ? path : `${path}/${entry.name}`);
    }
  };
  look(join(root, 'app/(portal)'), '');
  return found.toSorted();
}

/** The JavaScript that a page loads, compressed, in bytes. */
async function scriptsOf({ get }: Session, page: string, sizes: Map<string, number>): Promise<number> {
  const tags = page.match(/<script[^>]*>/g) ?? [];
  // Browsers with modules, which is all of them, skip what is marked so.
  const loaded = tags.filter((tag) => !/nomodule/i.test(tag));
  const sources = new Set(loaded.flatMap((tag) => /src="([^"]+)"/.exec(tag)?.[1] ?? []));
  let bytes = 0;
  for (const source of sources) {
    const known = sizes.get(source) ?? gzipSync((await get(source)) ?? '').length;
    sizes.set(source, known);
    bytes += known;
  }
  return bytes;
}

/** How long the server takes for a page of a long list, and how much JavaScript each page of the portal loads. */
export async function portal(bench: Bench): Promise<Line[]> {
  const size = bench.quick ? 10_000 : 100_000;
  const contenders: Contender[] = [];
  const scripts: { demarc: Demarc; bytes: Map<string, number> }[] = [];
  const servers: { stop(): Promise<void> }[] = [];
  for (const demarc of demarcs(bench)) {
    await build(demarc);
    await demarc.account('Portal ISP', size);
    await demarc.account('Small portal ISP', SMALL);
    const built = await startBuilt(bench, demarc, onDatabase(demarc));
    servers.push(built);
    const many = await signIn(demarc, built.address, 'Portal ISP');
    const few = await signIn(demarc, built.address, 'Small portal ISP');
    const timed =
      ({ get }: Session) =>
      async () => {
        const times: number[] = [];
        for (let i = 0; i < (bench.quick ? 10 : 50); i++) {
          const began = monotonicMs();
          if (!(await get(PAGE))) throw new Error(`${demarc.name} does not show ${PAGE}`);
          times.push(monotonicMs() - began);
        }
        return { p50: percentile(times, 0.5), p95: percentile(times, 0.95) };
      };
    const { name, kind } = demarc;
    contenders.push({ name, kind, run: timed(many) });
    if (kind === 'ours') contenders.push({ name: `of ${figure(SMALL)}`, kind: 'baseline', run: timed(few) });
    const bytes = new Map<string, number>();
    const sizes = new Map<string, number>();
    for (const path of pagesOf(demarc.isArchive ? bench.ours.root : demarc.root)) {
      const page = await many.get(path);
      if (page) bytes.set(path, await scriptsOf(many, page, sizes));
    }
    scripts.push({ demarc, bytes });
  }
  for (const contender of contenders) await contender.run();
  const measured = await alternate(contenders, bench.quick ? 2 : 5);
  for (const server of servers) await server.stop();
  const work = `portal page \`${PAGE}\` of ${figure(size)}`;
  bench.print(summary(work, measured, ['p50', 'p95']));
  return [
    ...compare(work, 'p50', measured, { ours: { atMost: 50 } }),
    ...compare(work, 'p95', measured),
    ...linesOf(scripts),
  ];
}

function linesOf(scripts: { demarc: Demarc; bytes: Map<string, number> }[]): Line[] {
  const pages = [...(scripts[0]?.bytes.keys() ?? [])];
  return pages.flatMap((page) => {
    const measured = scripts.flatMap(({ demarc: { name, kind }, bytes }): Measured[] => {
      const size = bytes.get(page);
      return size === undefined ? [] : [{ name, kind, rounds: [{ bytes: size }] }];
    });
    return compare(`JavaScript of \`${page}\`, compressed`, 'bytes', measured, {
      ours: { atMost: SCRIPT_BUDGET },
    });
  });
}
