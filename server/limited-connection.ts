import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { monotonicMs } from './clock.ts';
import { createTlsRecords, HANDSHAKE, type TlsRecords } from './tls-records.ts';
import { isTurnUsed, nextTurn } from './turn.ts';

export type ReceivedLimits = {
  /** The most bytes that may arrive after a write and before the next one. */
  betweenWrites: number;
  /** The most bytes in all. */
  inAll?: number;
  /** What the connection fails with. */
  message: string;
};

/** Bytes that are passed on at a time. */
const PART = 4 * 1024;

/** The most bytes that arrive without data for the reader of TLS: a record of 16 KB, which is read when it is whole, and some tickets. */
const MAX_WITHOUT_DATA = 24 * 1024;

/**
 * A connection that ends once it has received more than it may. It is no socket, so that TLS on it reads and writes through it, and its
 * bytes count too: OpenSSL reads all that it gets in one call. Certificates, tickets and requests for a handshake are small and take long,
 * and a server can send any number. So bytes are passed on in parts, within the time that long works may take of a turn together.
 */
export class LimitedConnection extends Duplex {
  private readonly socket: Socket;
  private limits: ReceivedLimits | null;
  private records: TlsRecords | undefined;
  private received = 0;
  private sinceWrite = 0;
  /** Bytes that arrived without data. Null while the connection has other limits. */
  private withoutData: number | null = null;
  /** Bytes that have arrived, and what follows them. */
  private readonly waiting: (Buffer | (() => void))[] = [];
  private awaitsTurn = false;
  private isReaderFull = false;
  /** How long the reader has taken the thread with what was passed on within the limits, in ms. */
  passedOnForMs = 0;

  constructor(socket: Socket, limits: ReceivedLimits) {
    super({ readableHighWaterMark: PART });
    this.socket = socket;
    this.limits = limits;
    socket.setTimeout(0);
    socket.on('data', (chunk: Buffer) => this.arrive(chunk));
    // A socket ends, fails and closes while its last bytes wait.
    socket.on('end', () => this.arrive(() => this.push(null)));
    socket.on('close', () => this.arrive(() => this.destroy()));
    socket.on('timeout', () => this.emit('timeout'));
    socket.on('error', (error) => this.arrive(() => this.destroy(error)));
  }

  /**
   * Replaces the limits by one for bytes that arrive without data for the reader of `tls`. Its handshake on this connection is over.
   */
  limitToData(tls: Pick<Socket, 'push'>): void {
    this.limits = null;
    this.withoutData = 0;
    const { push } = tls;
    tls.push = (chunk: unknown, encoding?: BufferEncoding) => {
      // Twice the data is more than records of usual lengths.
      if (Buffer.isBuffer(chunk)) this.withoutData = Math.max(0, (this.withoutData ?? 0) - 2 * chunk.length);
      return push.call(tls, chunk, encoding);
    };
  }

  private arrive(arrived: Buffer | (() => void)): void {
    this.waiting.push(arrived);
    this.passOn();
    if (this.waiting.length > 0) this.socket.pause();
  }

  private passOn(): void {
    while (!this.awaitsTurn && !this.isReaderFull && !this.destroyed) {
      const first = this.waiting.shift();
      if (first === undefined) {
        this.socket.resume();
        return;
      }
      if (typeof first === 'function') first();
      else if (isTurnUsed()) {
        this.waiting.unshift(first);
        this.awaitTurn();
      } else {
        if (first.length > PART) this.waiting.unshift(first.subarray(PART));
        this.passPart(first.subarray(0, PART));
      }
    }
  }

  private passPart(part: Buffer): void {
    const fault = this.faultOf(part);
    if (fault !== null) {
      this.destroy(new Error(fault));
      return;
    }
    if (this.limits === null) {
      this.isReaderFull = !this.push(part);
      return;
    }
    const [began, cpu] = [monotonicMs(), process.cpuUsage()];
    this.isReaderFull = !this.push(part);
    // The processor time is that of all threads, and the other one counts what the machine does meanwhile.
    const { user, system } = process.cpuUsage(cpu);
    this.passedOnForMs += Math.min(monotonicMs() - began, (user + system) / 1_000);
  }

  private async awaitTurn(): Promise<void> {
    this.awaitsTurn = true;
    await nextTurn();
    this.awaitsTurn = false;
    this.passOn();
  }

  /** Why the connection ends in place of passing a part on; null where it is passed on. */
  private faultOf(part: Buffer): string | null {
    this.received += part.length;
    this.sinceWrite += part.length;
    const { betweenWrites = Infinity, inAll = Infinity, message = '' } = this.limits ?? {};
    if (this.sinceWrite > betweenWrites || this.received > inAll) return message;
    if (this.withoutData !== null) this.withoutData += part.length;
    if ((this.withoutData ?? 0) > MAX_WITHOUT_DATA) return 'too many bytes of TLS without data';
    return this.records?.faultOf(part) ?? null;
  }

  /** @param ms of silence after which `timeout` is emitted; 0 for no limit */
  setTimeout(ms: number): this {
    this.socket.setTimeout(ms);
    return this;
  }

  override _read(): void {
    this.isReaderFull = false;
    this.passOn();
  }

  override _write(chunk: Buffer, encoding: BufferEncoding, written: (error?: Error | null) => void): void {
    this.sinceWrite = 0;
    // A mail server may change to TLS later. No command begins as its first record does.
    if (chunk[0] === HANDSHAKE) this.records ??= createTlsRecords();
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
