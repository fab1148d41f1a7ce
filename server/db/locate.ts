import type { Logger } from 'pino';
import { env } from '../env.ts';
import { startEmbedded } from './embedded.ts';

/**
 * The database of this process: `DATABASE_URL`, else the embedded PostgreSQL of `DATA_DIR`, started or joined.
 * Call `stop()` last; it does nothing to a database of `DATABASE_URL`.
 * @throws Error when the embedded server cannot be started
 */
export async function locateDatabase({
  log,
}: {
  log: Pick<Logger, 'info' | 'warn'>;
}): Promise<{ url: string; stop(): Promise<void> }> {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, stop: async () => {} };
  return startEmbedded({ dataDir: env.DATA_DIR, log });
}
