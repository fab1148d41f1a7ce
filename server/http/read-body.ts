import type { IncomingMessage } from 'node:http';
import { checkAgain } from '../check-again.ts';
import { clientAddress } from '../client-address.ts';
import { refuse } from '../contract/errors.ts';
import { ownerOf } from '../networks.ts';
import { turnOf } from '../turn.ts';
import { heldBodies } from './held-bodies.ts';
import type { IncomingRequest } from './incoming-request.ts';

const MEBIBYTE = 1024 * 1024;
/** Times the limit: so much of a body that is too large is read and discarded. */
const MAX_DISCARDED = 16;
/** `Retry-After` in seconds where the bodies of an address take too much memory. */
const RETRY_AFTER = 2;

/** A body that takes long to decode, to parse and to check, in bytes: 1 MiB takes up to 40 ms. */
const LONG_BODY = 16 * 1024;

/** Waits for a turn of the event loop for work on a body, because the last bytes of many may arrive in one turn. */
export async function turnOfBody(req: IncomingMessage, bytes: number): Promise<void> {
  if (isLongBody(bytes)) await turnOf(ownerOf(clientAddress(req)));
}

export function isLongBody(bytes: number): boolean {
  return bytes > LONG_BODY;
}

/**
 * Reads the whole body, as `readParts`. A long one is returned in a turn of its own.
 * @throws as `readParts`
 */
export async function readBody(
  req: IncomingMessage,
  maxBytes = MEBIBYTE,
  open = heldBodies,
): Promise<Buffer> {
  const parts = await readParts(req, maxBytes, open);
  await turnOfBody(
    req,
    parts.reduce((bytes, part) => bytes + part.length, 0),
  );
  return parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
}

/**
 * Reads the body of a request for what a look-up finds, as `readBody`. After a body that took longer than a second it is looked up again.
 * @returns null where nothing is found; the body is not read where nothing is found before it
 * @throws as `readBody`, and as the look-up
 */
export async function readBodyFor<T>(
  req: IncomingMessage,
  lookUp: () => Promise<T>,
  maxBytes = MEBIBYTE,
): Promise<{ found: T & {}; raw: Buffer } | Extract<T, null>> {
  const nothing = null as Extract<T, null>;
  let found = await lookUp();
  if (!found) return nothing;
  const lookUpAgain = checkAgain(async () => {
    found = await lookUp();
  });
  const raw = await readBody(req, maxBytes);
  await lookUpAgain();
  return found ? { found, raw } : nothing;
}

/** Small parts are joined until they have this size, in bytes. A body may have thousands of them, and each costs its reader some time. */
const PART = 64 * 1024;

/** Joins the parts of a body as they arrive. */
class Parts {
  private readonly joined: Buffer[] = [];
  private small: Buffer[] = [];
  private bytes = 0;

  add(part: Buffer): void {
    this.small.push(part);
    this.bytes += part.length;
    if (this.bytes >= PART) this.join();
  }

  all(): Buffer[] {
    if (this.small.length > 0) this.join();
    return this.joined;
  }

  private join(): void {
    const [first, ...others] = this.small;
    this.joined.push(first && others.length === 0 ? first : Buffer.concat(this.small));
    this.small = [];
    this.bytes = 0;
  }
}

/**
 * Reads the parts of a body, in their order. Bytes beyond the limit are read and discarded, so that a client that is still sending receives
 * the answer. A client that does not stop is disconnected.
 * @param open the memory of bodies that arrive
 * @throws PAYLOAD_TOO_LARGE above `maxBytes`; RATE_LIMITED where the bodies of the client's address take too
 *   much memory
 */
export function readParts(req: IncomingMessage, maxBytes: number, open = heldBodies): Promise<Buffer[]> {
  return new Promise((resolve, reject) => {
    const held = open(ownerOf(clientAddress(req)));
    let parts: Parts | null = new Parts();
    let size = 0;
    const drop = (error: unknown) => {
      parts = null;
      held.release();
      reject(error);
    };
    const tooLarge = () =>
      drop(refuse('PAYLOAD_TOO_LARGE', { message: `A body may have at most ${maxBytes / MEBIBYTE} MiB.` }));
    if (Number(req.headers['content-length'] ?? 0) > maxBytes) tooLarge();
    req.on('data', (part: Buffer) => {
      size += part.length;
      if (size > MAX_DISCARDED * maxBytes) req.socket.destroy();
      else if (parts === null) return;
      else if (size > maxBytes) tooLarge();
      else if (held.hold(part.length)) parts.add(part);
      else drop(refuse('RATE_LIMITED', { retryAfter: RETRY_AFTER }));
    });
    req.once('end', () => {
      if (parts) resolve(parts.all());
    });
    // A body that has arrived may wait for its turn. Every request and every answer closes.
    const { answer } = req as IncomingRequest;
    answer?.once('close', held.release);
    // The refusal, with its stack trace, is created only for an incomplete body.
    const closed = () => {
      if (!answer || !req.readableEnded) held.release();
      if (!req.readableEnded) reject(refuse('VALIDATION_FAILED', { message: 'The body ended early.' }));
    };
    req.once('error', closed);
    req.once('close', closed);
    // The client left while its permission was looked up: a stream that is closed emits nothing more.
    if (req.closed) closed();
  });
}
