import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

/** A system account, by number. */
export type Account = {
  uid: number;
  gid: number;
};

/**
 * The account that PostgreSQL runs as when this process is root, because PostgreSQL refuses to run as root: the owner of the
 * cluster, or `nobody` for a new one. `undefined` when this process is not root, or on Windows.
 * @throws Error when there is no account `nobody`
 */
export async function postgresAccount(cluster: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const owner = await stat(cluster).catch(() => undefined);
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const entries = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  const [, , uid, gid] = entries.find(([name]) => name === 'nobody') ?? [];
  if (!uid || !gid) {
    throw new Error('PostgreSQL refuses to run as root, and /etc/passwd has no user "nobody" to run it as');
  }
  return { uid: Number(uid), gid: Number(gid) };
}

/** Whether an account may open a file or folder. It needs execute permission on every folder above. */
export async function canReach(path: string, account: Account): Promise<boolean> {
  let place = await realpath(path);
  for (;;) {
    const { uid, gid, mode } = await stat(place);
    const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
    if (((mode >> shift) & 1) === 0) return false;
    const above = dirname(place);
    if (above === place) return true;
    place = above;
  }
}
