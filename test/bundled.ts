import { createHash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { serverBundle } from '../scripts/server-bundle.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const folder = fileURLToPath(new URL('../node_modules/.cache/demarc-tests/', import.meta.url));
const bundles = new Map<string, Promise<string>>();

/**
 * A program of this project in one file, packages included. It starts in a quarter of the time of its sources, which
 * counts where a test starts it again and again.
 * @param entry the program's source
 * @returns the path of the file
 */
export function bundled(entry: URL): Promise<string> {
  const known = bundles.get(entry.href) ?? bundle(fileURLToPath(entry));
  bundles.set(entry.href, known);
  return known;
}

async function bundle(path: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const place = createHash('sha256').update(relative(root, path)).digest('hex').slice(0, 8);
  const outfile = `${folder}${basename(path, '.ts')}-${place}-${process.pid}.mjs`;
  await build({ ...serverBundle, absWorkingDir: root, entryPoints: [path], outfile, logLevel: 'error' });
  return outfile;
}
