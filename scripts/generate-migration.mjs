// `npm run db:generate -- --name what_changed`: a migration of what changed in `drizzle/schema`. drizzle-kit compares the schema with
// the newest snapshot alone, and adds one of 15,000 lines each time, so the older ones are deleted.
import { spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const meta = join(root, 'drizzle/migrations/meta');
const { resolve } = createRequire(import.meta.url);
const command = join(resolve('drizzle-kit'), '..', 'bin.cjs');

const { status } = spawnSync(
  process.execPath,
  [command, 'generate', '--config', 'drizzle/config.ts', ...process.argv.slice(2)],
  { cwd: root, stdio: 'inherit' },
);
const snapshots = readdirSync(meta).filter((name) => name.endsWith('_snapshot.json'));
for (const name of snapshots.sort().slice(0, -1)) rmSync(join(meta, name));
process.exitCode = status ?? 1;
