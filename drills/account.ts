import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { monotonicMs, SECOND_MS } from '../server/clock.ts';
import { openDatabase } from '../server/db/client.ts';
import { freePort } from '../server/postgres/embedded-postmaster.ts';
import { openCluster, report, type Server } from './cluster.ts';
import { createPartner, node, say } from './commands.ts';
import { fillAccount } from './fill-account.ts';
import { environment, run } from './processes.ts';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const PROGRAMS = '/usr/lib/postgresql/15/bin';

/**
 * Times what an operator does with a whole account and a whole database: export, import, erase, dump, restore. On Debian's PostgreSQL 15
 * with its own settings. Needs root and the package postgresql-15.
 */
export async function account(subscribers: number): Promise<void> {
  await node(root, 'scripts/build.mjs', ['--if-needed'], {});
  const files = await mkdtemp(join(tmpdir(), 'demarc-account-'));
  const [from, to] = [await openCluster(startDebian), await openCluster(startDebian)];
  try {
    to.env.SECRETS_KEY = from.env.SECRETS_KEY as string;
    for (const { env } of [from, to]) await node(root, 'dist/cli/migrate.js', [], env);
    await createPartner(root, from.env, (...access) => access, { isLive: false });
    const { sql, close } = openDatabase(from.env.DATABASE_URL as string, 2);
    say(`filling an account with ${subscribers} subscribers`);
    const [provider] = await sql<{ id: string }[]>`select id from provider`;
    const id = provider?.id as string;
    const rows = await fillAccount(sql, id, subscribers);
    await sql`vacuum analyze`;
    const [size] = await sql<{ n: number }[]>`select pg_database_size(current_database())::float8 as n`;
    await close();
    const gib = (size?.n ?? 0) / 2 ** 30;

    const archive = join(files, 'account.tar.gz');
    const partner = (env: Record<string, string>, ...args: string[]) =>
      node(root, 'dist/cli/partner.js', args, env);
    const backup = (script: string, args: string[], url: string) =>
      run('sh', [join(root, 'deploy/postgres', script), ...args], {
        env: { DATABASE_URL: url, PATH: `${PROGRAMS}:${environment.PATH}` },
      });
    const steps: [string, () => Promise<unknown>][] = [
      ['export', () => partner(from.env, 'export', id, '--to', archive)],
      ['import', () => partner(to.env, 'import', '--from', archive)],
      ['dump (backup.sh)', () => backup('backup.sh', [files], from.env.DATABASE_URL as string)],
      [
        'restore (restore.sh)',
        async () => {
          const dump = (await readdir(files)).find((name) => name.endsWith('.dump')) ?? '';
          const empty = (to.env.DATABASE_URL as string).replace(/demarc$/, 'restored');
          await run(`${PROGRAMS}/createdb`, ['--maintenance-db', to.env.DATABASE_URL as string, 'restored']);
          await backup('restore.sh', [join(files, dump)], empty);
        },
      ],
      ['close', () => partner(from.env, 'close', id, '--name', 'Drill ISP')],
      ['erase', () => partner(from.env, 'erase', id, '--name', 'Drill ISP')],
    ];
    const figures: Record<string, string> = {
      rows: String(rows),
      'size of the database': `${gib.toFixed(2)} GiB`,
    };
    for (const [name, work] of steps) {
      const began = monotonicMs();
      await work();
      const seconds = (monotonicMs() - began) / SECOND_MS;
      figures[name] = `${seconds.toFixed(1)} s, ${(seconds / gib).toFixed(0)} s a GiB`;
      say(`${name}: ${figures[name]}`);
    }
    figures['size of the archive'] = `${((await stat(archive)).size / 2 ** 20).toFixed(0)} MiB`;
    figures['load of the machine'] = loadavg()
      .map((load) => load.toFixed(1))
      .join(', ');
    report(`An account of ${subscribers} subscribers`, figures, []);
  } finally {
    for (const cluster of [from, to]) await cluster.close();
    await rm(files, { recursive: true, force: true });
  }
}

/** Debian's PostgreSQL as its own account, with its settings. */
async function startDebian(folder: string): Promise<Server> {
  const data = join(folder, 'data');
  await mkdir(data);
  await run('chown', ['postgres:postgres', data]);
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8'];
  await run(`${PROGRAMS}/initdb`, ['--pgdata', data, '--username=postgres', '--auth=trust', ...locale], {
    as: 'postgres',
  });
  const port = await freePort(0);
  const control = (...args: string[]) =>
    run(`${PROGRAMS}/pg_ctl`, ['--pgdata', data, '--wait', ...args], { as: 'postgres' });
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=''`;
  await control('--options', options, '--log', join(data, 'log.txt'), 'start');
  const url = `postgres://postgres@127.0.0.1:${port}/demarc`;
  await run(`${PROGRAMS}/createdb`, ['--maintenance-db', url.replace(/demarc$/, 'postgres'), 'demarc']);
  return { url, stop: async () => void (await control('--mode=immediate', 'stop')) };
}
