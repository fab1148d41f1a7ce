import { statfs } from 'node:fs/promises';

/** What is free of a file system for accounts without special rights: bytes, and the share of the whole, 0 to 1. */
export type FreeSpace = { bytes: number; share: number };

/** @throws Error for a path that does not exist */
export async function freeSpace(path: string): Promise<FreeSpace> {
  const { bavail, bsize, blocks } = await statfs(path);
  return { bytes: bavail * bsize, share: blocks === 0 ? 1 : bavail / blocks };
}
