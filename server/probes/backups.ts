import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** A folder of `npm run backup` or a file of `deploy/postgres/backup.sh`. Unfinished ones have other names. */
const BACKUP = /^demarc-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z(?:\.dump)?$/;

/** A complete backup, and the real time at which it began. */
export type Backup = { path: string; at: Date };

/**
 * The newest backup in a folder; null without one. An empty file is none: its disk was full.
 * @throws Error for a folder that cannot be read
 */
export async function newestBackup(folder: string): Promise<Backup | null> {
  const names = (await readdir(folder))
    .filter((name) => BACKUP.test(name))
    .sort()
    .toReversed();
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path);
    const [, year, month, day, hour, minute, second] = BACKUP.exec(name) ?? [];
    const at = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
    if (!Number.isNaN(at.getTime()) && (found.isDirectory() || found.size > 0)) return { path, at };
  }
  return null;
}
