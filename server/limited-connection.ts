import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';

export type ReceivedLimits = {
  /** The most bytes that may arrive after a write and before the next one. */
  betweenWrites: number;
  /** The most bytes in all. */
  inAll?: number;
  /** What the connection fails with. */
  message: string;
};

/**
 * A connection that ends once it has received more than it may. It is no socket, so that TLS on it reads and writes through it, and its
 * bytes count too: OpenSSL verifies all certificates of a chain in one call, and 60 with large exponents take the event loop for a second.
 */
export class LimitedConnection extends Duplex {
  private readonly socket: Socket;
  private limits: ReceivedLimits | null;
  private received = 0;
  private sinceWrite = 0;

  constructor(socket: Socket, limits: ReceivedLimits) {
    super();
    this.socket = socket;
    this.limits = limits;
    socket.setTimeout(0);
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('end', () => this.push(null));
    socket.on('timeout', () => this.emit('timeout'));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
  }

  /** Ends the limits: what reads the connection has its own from now on. */
  unlimit(): void {
    this.limits = null;
  }

  private receive(chunk: Buffer): void {
    this.received += chunk.length;
    this.sinceWrite += chunk.length;
    const { betweenWrites = Infinity, inAll = Infinity, message = '' } = this.limits ?? {};
    if (this.sinceWrite > betweenWrites || this.received > inAll) this.destroy(new Error(message));
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
    this.sinceWrite = 0;
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
