import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { env } from '../env.ts';
import { createLog } from '../log.ts';
import { checkCluster, restoreBackup } from '../postgres/backup.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { migrate } from '../postgres/migrate.ts';
import { runCli, UsageError } from './command.ts';

const usage = `Usage: npm run restore -- --from DIR

  --from  the folder of one backup, demarc-…Z

Restores a backup into DATA_DIR, which must not have a database, migrates it to this build, and checks every page and index.`;

await runCli(usage, async () => {
  const { values } = parseArgs({ options: { from: { type: 'string' } } });
  if (!values.from) throw new UsageError('--from must be the folder of a backup.');
  if (env.DATABASE_URL) throw new Error('DATABASE_URL is set: a restore is for the embedded database.');
  const log = createLog('warn', process.stderr);
  const { finishedAt } = await restoreBackup(resolve(values.from), env.DATA_DIR, log);
  const server = await startEmbedded({ dataDir: env.DATA_DIR, log });
  try {
    await migrate(server.url);
    const rows = await checkCluster(server.adminUrl);
    const total = [...rows.values()].reduce((sum, n) => sum + n, 0);
    const shown = ['provider', 'subscriber', 'subscription', 'invoice', 'payment', 'event'];
    process.stdout.write(
      `Restored to ${env.DATA_DIR}, as of ${finishedAt}: ${total} rows in ${rows.size} tables, no damage.\n`,
    );
    for (const name of shown) process.stdout.write(`${name.padEnd(14)} ${rows.get(`public.${name}`)}\n`);
  } finally {
    await server.stop();
  }
});
