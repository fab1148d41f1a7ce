import { parseArgs } from 'node:util';
import { runCli, withDatabase } from './command.ts';

const usage = `Usage: npm run migrate

Migrates the database of DATABASE_URL, or the embedded one, to the schema of this build. It may run beside servers of the
build before, and several times.`;

await runCli(usage, async () => {
  parseArgs({ options: {} });
  await withDatabase(async () => {});
  process.stdout.write('The database has the schema of this build.\n');
});
