import type { Logger } from 'pino';
import { env } from '../env.ts';
import { type Embedded, startEmbedded } from './embedded.ts';

/** A database and the control of its server. Without the embedded server the control does nothing. */
export type LocatedDatabase = Pick<Embedded, 'url' | 'isDown' | 'stop' | 'kill'>;

/**
 * The database of this process: `DATABASE_URL`, else the embedded PostgreSQL of `DATA_DIR`, started or joined.
 * Call `stop()` last; it does nothing to a database of `DATABASE_URL`.
 * @throws Error when the embedded server cannot be started
 */
export async function locateDatabase({
  log,
}: {
  log: Pick<Logger, 'info' | 'warn'>;
}): Promise<LocatedDatabase> {
  if (env.DATABASE_URL) {
    return { url: env.DATABASE_URL, isDown: () => false, stop: async () => {}, kill: async () => {} };
  }
  return startEmbedded({ dataDir: env.DATA_DIR, log });
}
