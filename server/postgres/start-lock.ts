import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isStillRunning } from './process-identity.ts';

const refreshMs = 2_000;
const staleAfterMs = 10_000;

/**
 * Runs `work` while no other process of this machine holds the lock file. The lock of an ended process is taken over: at once if
 * no process has its id, after 10 s without a refresh if its id was reused.
 */
export async function underLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const mine = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  await writeFile(mine, await identify(process.pid), { mode: 0o644 });
  try {
    await acquire(path, mine);
    const refresh = setInterval(() => void refreshLock(path), refreshMs);
    try {
      return await work();
    } finally {
      clearInterval(refresh);
      await rm(path, { force: true });
    }
  } finally {
    await rm(mine, { force: true });
  }
}

async function acquire(path: string, mine: string): Promise<void> {
  let seen = '';
  let unchangedSince = performance.now();
  for (;;) {
    try {
      // Linking is atomic: the file appears with its content or not at all.
      await link(mine, path);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = await read(path);
    if (holder === undefined) {
      await sleep(5);
      continue;
    }
    if (holder.state !== seen) {
      seen = holder.state;
      unchangedSince = performance.now();
    }
    if (!(await isStillRunning(holder.identity)) || performance.now() - unchangedSince > staleAfterMs) {
      await removeStale(path, holder.identity, `${mine}.stale`);
    } else {
      await sleep(30);
    }
  }
}

async function read(path: string) {
  try {
    const identity = await readFile(path, 'utf8');
    return { identity, state: `${identity} ${(await stat(path)).mtimeMs}` };
  } catch {
    return undefined;
  }
}

/** Removes the lock of an ended process, and restores it if a running process took it over meanwhile. */
async function removeStale(path: string, stale: string, aside: string): Promise<void> {
  try {
    await rename(path, aside);
  } catch {
    return;
  }
  if ((await readFile(aside, 'utf8')) !== stale) await link(aside, path).catch(() => {});
  await rm(aside, { force: true });
}

/** Refreshes the lock. Only the change of the time matters. */
async function refreshLock(path: string): Promise<void> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
  await utimes(path, mtimeMs / 1000 + 1, mtimeMs / 1000 + 1).catch(() => {});
}
