import type { Logger } from 'pino';
import { checkPooler } from '../db/pooler.ts';
import { env } from '../env.ts';
import { type Embedded, startEmbedded } from './embedded.ts';

/** A database and the control of its server. Without the embedded server the control does nothing. */
export type LocatedDatabase = Pick<Embedded, 'url' | 'isDown' | 'stop' | 'kill'> & {
  /** The connection string of the superuser of the embedded server. */
  adminUrl?: string;
  /** Whether a connection may set time limits as it begins; a pooler may refuse that. */
  takesLimits: boolean;
};

/**
 * The database of this process: `DATABASE_URL`, else the embedded PostgreSQL of `DATA_DIR`, started or joined.
 * Call `stop()` last; it does nothing to a database of `DATABASE_URL`.
 * @throws Error when the embedded server cannot be started, when the certificate of PostgreSQL is refused, or when a pooler before the
 *   database loses prepared statements
 */
export async function locateDatabase({
  log,
  onBegun,
}: {
  log: Pick<Logger, 'info' | 'warn'>;
  /** Called when a program of the embedded PostgreSQL runs and this process only waits for it; not if the server was running. */
  onBegun?: (program: 'initdb' | 'postgres') => void;
}): Promise<LocatedDatabase> {
  const url = env.DATABASE_URL;
  if (!url) return { ...(await startEmbedded({ dataDir: env.DATA_DIR, log, onBegun })), takesLimits: true };
  const { takesLimits } = await checkPooler(url).catch(asRefusedCertificate);
  if (!takesLimits) {
    log.warn('the pooler before the database refuses time limits; set them for the role with ALTER ROLE');
  }
  return { url, takesLimits, isDown: () => false, stop: async () => {}, kill: async () => {} };
}

/** Codes of Node for a certificate that it refuses. Its message does not say of which server. */
const certificateCodes = /^(?:CERT_|ERR_TLS_CERT|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_)/;

/** @throws the given error, or one that names PostgreSQL with the reason */
function asRefusedCertificate(error: unknown): never {
  for (let e = error; e instanceof Error; e = e.cause) {
    if ('code' in e && certificateCodes.test(String(e.code)))
      throw new Error(`The certificate of PostgreSQL is refused: ${e.message}`);
  }
  throw error;
}
