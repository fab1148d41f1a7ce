import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, chown, mkdir, readdir, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { type Binaries, sharedFolder } from './binaries.ts';
import { plainEnvironment } from './embedded-postmaster.ts';
import { type Account, canReach } from './system-account.ts';

type InitOptions = {
  home: string;
  user: string;
  password: string;
  binaries: Binaries;
  account: Account | undefined;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Called when initdb runs. */
  onBegun?: ((program: 'initdb') => void) | undefined;
};

/**
 * Returns the folder of the cluster and creates it on the first call. The cluster is created beside its place and moved there
 * when complete, so that a crash leaves none or a complete one with an empty database. It uses UTF-8 in code point order,
 * whatever the locale of the machine.
 */
export async function initialise(options: InitOptions): Promise<string> {
  const { home, account, log } = options;
  const cluster = join(home, 'postgres');
  const present = await access(join(cluster, 'PG_VERSION')).then(
    () => true,
    () => false,
  );
  if (present) return realpath(cluster);
  const { base, isOutside } = await placeFor(home, account, log);
  await clearUnfinished(base);
  const unfinished = join(base, `postgres.new-${process.pid}`);
  const passwordFile = join(unfinished, 'password');
  const fresh = join(unfinished, 'cluster');
  await mkdir(unfinished, { mode: 0o700 });
  await writeFile(passwordFile, options.password, { mode: 0o600 });
  if (account) {
    await chown(passwordFile, account.uid, account.gid);
    await chown(unfinished, account.uid, account.gid);
  }
  log.info({ cluster: base }, 'creating the embedded database');
  const created = run(
    options.binaries.initdb,
    [
      ...['-D', fresh, '-U', options.user, `--pwfile=${passwordFile}`, '--auth=scram-sha-256'],
      ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
      ...['--no-instructions'],
    ],
    account,
  );
  options.onBegun?.('initdb');
  await created;
  await run(
    options.binaries.postgres,
    ['--single', '-D', fresh, 'postgres'],
    account,
    `CREATE DATABASE ${options.user}`,
  );
  await rename(fresh, join(base, 'postgres'));
  await rm(unfinished, { recursive: true });
  if (isOutside) await symlink(join(base, 'postgres'), cluster);
  return realpath(cluster);
}

/** The folder for a new cluster: `home`, or one that the account of PostgreSQL can reach; then `home` gets a link. */
export async function placeFor(
  home: string,
  account: Account | undefined,
  log: Pick<Logger, 'warn'>,
): Promise<{ base: string; isOutside: boolean }> {
  if (!account || (await canReach(home, account))) return { base: home, isOutside: false };
  const base = join(sharedFolder, randomBytes(8).toString('hex'));
  log.warn(
    { dataDir: home, cluster: base },
    'PostgreSQL does not run as root, and the user "nobody" cannot read DATA_DIR: the database is elsewhere, behind a link',
  );
  await mkdir(base, { recursive: true, mode: 0o711 });
  return { base, isOutside: true };
}

/** Removes what a killed start or restore has left. */
export async function clearUnfinished(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    if (name.startsWith('postgres.new-')) await rm(join(base, name), { recursive: true, force: true });
  }
}

async function run(command: string, args: string[], account: Account | undefined, input = ''): Promise<void> {
  const child = spawn(command, args, {
    ...account,
    cwd: process.platform === 'win32' ? undefined : '/',
    env: plainEnvironment(),
    stdio: 'pipe',
  });
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  await new Promise<void>((done, fail) => {
    child.once('error', (error) => fail(new Error(`Cannot run ${command}: ${error.message}`)));
    child.once('close', (code) =>
      code === 0 ? done() : fail(new Error(`${command} exited with code ${code}:\n${output}`)),
    );
  });
}
