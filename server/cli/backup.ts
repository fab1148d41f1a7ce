import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { env } from '../env.ts';
import { createLog } from '../log.ts';
import { backUp, removeOld } from '../postgres/backup.ts';
import { hasDatabase, startEmbedded } from '../postgres/embedded.ts';
import { runCli, UsageError } from './command.ts';

const usage = `Usage: npm run backup -- --to DIR [--keep N]

  --to    the folder in which the backup gets a folder of its own
  --keep  how many backups stay in it; without it, all

Copies the embedded database of DATA_DIR, which may be in use, with its passwords and the key of the secrets.`;

await runCli(usage, async () => {
  const { values } = parseArgs({ options: { to: { type: 'string' }, keep: { type: 'string' } } });
  if (!values.to) throw new UsageError('--to must be a folder.');
  if (values.keep !== undefined && !/^[1-9]\d{0,3}$/.test(values.keep)) {
    throw new UsageError('--keep must be a whole number from 1.');
  }
  if (env.DATABASE_URL) {
    throw new Error(
      'DATABASE_URL is set: back that PostgreSQL up with deploy/postgres/backup.sh or its own tools.',
    );
  }
  // The backup of a new, empty database would remove those of the real one by `--keep`.
  if (!hasDatabase(env.DATA_DIR)) throw new Error(`DATA_DIR, ${env.DATA_DIR}, has no database.`);
  const to = resolve(values.to);
  const server = await startEmbedded({ dataDir: env.DATA_DIR, log: createLog('warn', process.stderr) });
  try {
    const { path, backup } = await backUp(server.adminUrl, env.DATA_DIR, to);
    process.stdout.write(`${path}\n${backup.files} files, ${Math.ceil(backup.bytes / 2 ** 20)} MiB\n`);
    if (values.keep)
      for (const name of await removeOld(to, Number(values.keep))) process.stdout.write(`removed ${name}\n`);
  } finally {
    await server.stop();
  }
});
