import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** PostgreSQL's SSLRequest, and the byte that accepts it. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const ACCEPTED = 'S';

/** Time for a connection and its certificate, in ms. */
const WAIT_MS = 5_000;

/** A server with TLS. Before PostgreSQL's certificate its own request is sent. */
export type TlsServer = { host: string; port: number; isPostgres?: boolean };

/** The end of the validity of a certificate, and why a client that checks it would refuse it; null if it would not. */
export type Certificate = { validTo: Date; fault: string | null };

/**
 * The certificate that a server shows, whatever its faults are.
 * @throws Error when the server cannot be reached, or has no TLS
 */
export async function certificateOf({ host, port, isPostgres = false }: TlsServer): Promise<Certificate> {
  const socket = connect({ host, port });
  const late = setTimeout(() => socket.destroy(new Error('no answer within 5 s')), WAIT_MS);
  try {
    await once(socket, 'connect');
    if (isPostgres) await startTls(socket);
    const options = { socket, rejectUnauthorized: false, ...(isIP(host) === 0 && { servername: host }) };
    const secure = connectTls(options);
    await once(secure, 'secureConnect');
    return shown(secure);
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
}

async function startTls(socket: Socket): Promise<void> {
  socket.write(SSL_REQUEST);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  if (answer.toString('latin1', 0, 1) !== ACCEPTED) throw new Error('the server has no TLS');
}

function shown(secure: TLSSocket): Certificate {
  const fault = secure.authorizationError;
  return {
    validTo: new Date(secure.getPeerCertificate().valid_to),
    fault: secure.authorized
      ? null
      : String(fault instanceof Error ? (fault as NodeJS.ErrnoException).code : fault),
  };
}
