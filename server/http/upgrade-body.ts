import type { IncomingMessage } from 'node:http';

/** From this version on Node takes the body of a request with an `Upgrade` header off its connection. */
const takesBodies = Number(process.versions.node.split('.', 1)[0]) >= 26;

/** The largest body that is kept for a request with `Upgrade`, in bytes: that of an API call. It is kept before the caller is known. */
const MAX_BYTES = 1024 * 1024;

/** How long such a body may take to arrive, in ms: as long as one without the header. */
const WITHIN_MS = 300_000;

/**
 * The body of a request with `Upgrade` as it was sent, if Node has taken it off the connection; else nothing.
 * @returns null when it ends early, is too large or takes too long
 */
export async function takenBody(req: IncomingMessage): Promise<Buffer | null> {
  if (!takesBodies) return Buffer.alloc(0);
  const parts: Buffer[] = [];
  let size = 0;
  const late = setTimeout(() => req.destroy(), WITHIN_MS);
  try {
    for await (const part of req) {
      size += part.length;
      if (size > MAX_BYTES) return null;
      parts.push(part);
    }
  } catch {
    return null;
  } finally {
    clearTimeout(late);
  }
  if (req.headers['transfer-encoding'] === undefined) return Buffer.concat(parts);
  // Node has removed the framing.
  const chunk = size === 0 ? [] : [Buffer.from(`${size.toString(16)}\r\n`), ...parts, Buffer.from('\r\n')];
  return Buffer.concat([...chunk, Buffer.from('0\r\n\r\n')]);
}
