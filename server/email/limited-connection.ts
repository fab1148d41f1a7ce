import { connect, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { SECOND_MS } from '../clock.ts';

/** How long a connection to a mail server may take, in ms. */
export const CONNECT_MS = 10 * SECOND_MS;

/** How many emails one connection takes. Their answers are short: at most 512 bytes each by RFC 5321, four for an email. */
export const EMAILS_OF_CONNECTION = 20;

/** The most bytes that a mail server may send on one connection. */
const MAX_RECEIVED = 64 * 1024;

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
    connected(null, { connection: new LimitedConnection(socket) as unknown as Socket });
  });
}

/**
 * A connection, with what nodemailer calls of a socket. It is no socket, so that TLS on it reads and writes through it, and its bytes
 * count too.
 */
class LimitedConnection extends Duplex {
  private readonly socket: Socket;
  private received = 0;

  constructor(socket: Socket) {
    super();
    this.socket = socket;
    socket.setTimeout(0);
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('end', () => this.push(null));
    socket.on('timeout', () => this.emit('timeout'));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  private receive(chunk: Buffer): void {
    this.received += chunk.length;
    if (this.received > MAX_RECEIVED) this.destroy(new Error('The mail server sent too much.'));
    else if (!this.push(chunk)) this.socket.pause();
  }

  /** @param ms of silence after which `timeout` is emitted; 0 for no limit */
  setTimeout(ms: number): this {
    this.socket.setTimeout(ms);
    return this;
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, written: (error?: Error | null) => void): void {
    this.socket.write(chunk, encoding, written);
  }

  override _final(ended: (error?: Error | null) => void): void {
    this.socket.end(ended);
  }

  override _destroy(error: Error | null, destroyed: (error?: Error | null) => void): void {
    this.socket.destroy();
    destroyed(error);
  }
}
