// `npm start`: builds unless a build of the same sources exists, then becomes the server.
import { fileURLToPath } from 'node:url';
import { buildIfNeeded } from './build.mjs';

process.chdir(fileURLToPath(new URL('..', import.meta.url)));
process.env.NODE_ENV = 'production';
try {
  await buildIfNeeded();
} catch (error) {
  process.stderr.write(`The build failed: ${error.message}\n`);
  process.exit(1);
}
await import('../dist/main.js');
