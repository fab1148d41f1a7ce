import { connect, type Socket } from 'node:net';
import { SECOND_MS } from '../clock.ts';
import { LimitedConnection } from '../limited-connection.ts';
import { MAX_HANDSHAKE } from '../outgoing-tls.ts';

/** How long a connection to a mail server may take, in ms. */
export const CONNECT_MS = 10 * SECOND_MS;

/** How many emails one connection takes. Their answers are short: at most 512 bytes each by RFC 5321, four for an email. */
export const EMAILS_OF_CONNECTION = 20;

/** What a mail server may send on one connection. */
const LIMITS = { betweenWrites: MAX_HANDSHAKE, inAll: 64 * 1024, message: 'The mail server sent too much.' };

type Target = { host?: string | undefined; port?: number | string | undefined; secure?: boolean | undefined };
type Connected = (error: Error | null, opened?: { connection: Socket }) => void;

/**
 * Opens a connection for nodemailer (`getSocket`) that ends once the server has sent more than it may. nodemailer has a limit for one
 * answer, but keeps each line and reads one in a turn: lines without end, blank ones too, would take the event loop for seconds.
 * @param signal ends the connection
 */
export function openLimitedConnection(
  { host, port, secure }: Target,
  connected: Connected,
  signal?: AbortSignal,
): void {
  const socket = connect({
    ...{ host: host ?? 'localhost', port: Number(port ?? (secure ? 465 : 587)) },
    ...{ timeout: CONNECT_MS, signal },
  });
  const fail = (error: Error) => {
    socket.destroy();
    connected(error);
  };
  const late = () => fail(new Error('Connection timeout'));
  socket.once('error', fail).once('timeout', late);
  socket.once('connect', () => {
    socket.off('error', fail).off('timeout', late);
    // The type requires a socket. nodemailer uses what `LimitedConnection` has.
    connected(null, { connection: new LimitedConnection(socket, LIMITS) as unknown as Socket });
  });
}
