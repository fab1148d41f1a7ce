// Copies the viewer of the API reference from its package into public/, so that the server sends it itself.
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Overwrites an earlier copy. */
export function copyApiViewer() {
  const target = join(root, 'public/api-viewer/standalone.js');
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(root, 'node_modules/@scalar/api-reference/dist/browser/standalone.js'), target);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) copyApiViewer();
