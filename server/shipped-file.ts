import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The path of a file that ships with the sources, whether the server runs from them or from `dist`.
 * @param path from the root of the project, such as `server/domain/schedule-d/default.csv`
 * @throws Error when it is missing
 */
export function shippedFile(path: string): string {
  let dir = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(dir, path))) {
    const parent = dirname(dir);
    if (parent === dir) throw new Error(`${path} was not found`);
    dir = parent;
  }
  return join(dir, path);
}
