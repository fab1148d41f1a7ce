import { realNow } from '../clock.ts';
import { openDatabase } from '../db/client.ts';
import { recordYear, writeYear } from '../demo/record-year.ts';
import { loadDefaultScheduleD } from '../domain/schedule-d/load.ts';
import { env } from '../env.ts';
import { log } from '../log.ts';
import { startEmbedded } from '../postgres/embedded.ts';
import { migrate } from '../postgres/migrate.ts';
import { keepPartitions } from '../postgres/partitions.ts';

// The build begins this process, with a DATA_DIR of its own. It is no command.
const [file] = process.argv.slice(2);
if (!file) throw new Error('The build starts this file.');
const embedded = await startEmbedded({ dataDir: env.DATA_DIR, log, settings: { fsync: 'off' } });
try {
  await migrate(embedded.url);
  const database = openDatabase(embedded.url, 3);
  await keepPartitions(database.sql, realNow());
  await loadDefaultScheduleD();
  writeYear(file, await recordYear());
  await database.close();
} finally {
  await embedded.stop();
}
process.exit(0);
