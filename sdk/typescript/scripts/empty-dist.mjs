// Removes what an earlier build made, so that a package has no file of removed sources. Files of dist/cjs are CommonJS.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';

const dist = new URL('../dist/', import.meta.url);
rmSync(dist, { recursive: true, force: true });
mkdirSync(new URL('cjs/', dist), { recursive: true });
writeFileSync(new URL('cjs/package.json', dist), '{ "type": "commonjs" }\n');
