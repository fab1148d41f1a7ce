import type { Socket } from 'node:net';

const VERSION = 'HTTP/1.';

/** The length of a status line up to its status. */
const STATUS_LINE = 'HTTP/1.1 200'.length;

/** What undici accepts as the head of a response, in bytes. A longer one is its error. */
const MAX_HEAD = 16 * 1024;

/** The most that a server sends before its response, in bytes. One that never ends would take the thread for the whole attempt. */
const MAX_DROPPED = 64 * 1024;

/**
 * Drops informational responses such as `100 Continue` and `103 Early Hints` from what a connection receives. A server may send
 * them before any response, and a client ignores them (RFC 9110, 15.2), but undici closes the connection at a 100 for which it
 * did not ask. Requests of a connection must follow one another, each after the response to the one before.
 */
export function dropInterimResponses(socket: Socket): void {
  const { push, write } = socket;
  /** What has arrived of the head of a response; null behind it. */
  let head: Buffer | null = Buffer.alloc(0);
  let dropped = 0;
  socket.write = (...written: unknown[]) => {
    head ??= Buffer.alloc(0);
    dropped = 0;
    return Reflect.apply(write, socket, written);
  };
  socket.push = (chunk: unknown, encoding?: BufferEncoding) => {
    if (head === null) return push.call(socket, chunk, encoding);
    const arrived = Buffer.isBuffer(chunk) ? Buffer.concat([head, chunk]) : head;
    const from = finalResponse(arrived);
    const rest = arrived.subarray(from.at);
    dropped += from.at;
    if (dropped > MAX_DROPPED) {
      socket.destroy(new Error('too many informational responses'));
      return false;
    }
    if (Buffer.isBuffer(chunk) && !from.isFound && rest.length <= MAX_HEAD) {
      head = rest;
      return true;
    }
    head = null;
    if (Buffer.isBuffer(chunk)) return push.call(socket, rest);
    if (rest.length > 0) push.call(socket, rest);
    return push.call(socket, chunk, encoding);
  };
}

/** Where the first response begins that is not informational, if so much has arrived; else how much to drop. */
function finalResponse(bytes: Buffer): { at: number; isFound: boolean } {
  for (let at = 0; ; ) {
    const line = bytes.toString('latin1', at, at + STATUS_LINE);
    if (line.length < STATUS_LINE) return { at, isFound: !VERSION.startsWith(line.slice(0, VERSION.length)) };
    // 101 changes the protocol, so nothing follows it.
    if (!/^HTTP\/1\.\d 1(?!01)\d\d$/.test(line)) return { at, isFound: true };
    const end = bytes.indexOf('\r\n\r\n', at, 'latin1');
    if (end < 0) return { at, isFound: false };
    at = end + 4;
  }
}
