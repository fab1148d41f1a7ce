import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { shippedFile } from './shipped-file.ts';

/** Set by the build: the beginning of the SHA-256 of the sources. */
declare const DEMARC_BUILD: string | undefined;

/** The release that this process is: the version, and the build of its sources. Contract: Processes. */
export const release = {
  version: JSON.parse(readFileSync(shippedFile('package.json'), 'utf8')).version as string,
  build: typeof DEMARC_BUILD === 'string' ? DEMARC_BUILD : 'sources',
};

/** `linux-x64-glibc`: for which systems the binaries of packages are. */
export function systemOf({ platform, arch }: { platform: string; arch: string } = process): string {
  if (platform !== 'linux') return `${platform}-${arch}`;
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return `${platform}-${arch}-${header.glibcVersionRuntime ? 'glibc' : 'musl'}`;
}

/** What `npm run package` writes to the archive. */
export type PackageFacts = { version: string; build: string; system: string };

/**
 * Refuses an archive of another system, whose first binary would fail without a reason.
 * @throws Error with the remedy
 */
export function requireSystem(root = join(shippedFile('package.json'), '..'), system = systemOf()): void {
  const file = join(root, 'release.json');
  if (!existsSync(file)) return;
  const { version, system: made } = JSON.parse(readFileSync(file, 'utf8')) as PackageFacts;
  if (made !== system) {
    throw new Error(
      `This archive of Demarc ${version} is for ${made}, and this machine is ${system}. Take the archive for it.`,
    );
  }
}
