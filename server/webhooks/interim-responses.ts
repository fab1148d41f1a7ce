import type { Socket } from 'node:net';

const VERSION = 'HTTP/1.';

/** The length of a status line up to its status. */
const STATUS_LINE = 'HTTP/1.1 200'.length;

/** The longest head of a response, in bytes. undici counts names and values only, so that four times as many lines would pass. */
const MAX_HEAD = 16 * 1024;

const HEAD_END = '\r\n\r\n';

/** The most that a server sends before its response, in bytes. One that never ends would take the thread for the whole attempt. */
const MAX_DROPPED = 64 * 1024;

/**
 * Drops informational responses such as `100 Continue` and `103 Early Hints` from what a connection receives. A server may send
 * them before any response, and a client ignores them (RFC 9110, 15.2), but undici closes the connection at a 100 for which it
 * did not ask. A response with a head that is too long ends the connection. Requests of a connection must follow one another, each
 * after the response to the one before.
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
    const headEnd = from.isResponse ? rest.indexOf(HEAD_END, 0, 'latin1') : 0;
    if (headEnd > MAX_HEAD || (headEnd < 0 && rest.length > MAX_HEAD)) {
      socket.destroy(new Error('the head of the response is too long'));
      return false;
    }
    if (Buffer.isBuffer(chunk) && headEnd < 0) {
      head = rest;
      return true;
    }
    head = null;
    if (Buffer.isBuffer(chunk)) return push.call(socket, rest);
    if (rest.length > 0) push.call(socket, rest);
    return push.call(socket, chunk, encoding);
  };
}

/** Where the first response begins that is not informational, as far as it has arrived, and whether it may be one of HTTP. */
function finalResponse(bytes: Buffer): { at: number; isResponse: boolean } {
  for (let at = 0; ; ) {
    const line = bytes.toString('latin1', at, at + STATUS_LINE);
    const isResponse = line.startsWith(VERSION) || VERSION.startsWith(line);
    // 101 changes the protocol, so nothing follows it.
    if (!/^HTTP\/1\.\d 1(?!01)\d\d$/.test(line)) return { at, isResponse };
    const end = bytes.indexOf(HEAD_END, at, 'latin1');
    if (end < 0) return { at, isResponse };
    at = end + HEAD_END.length;
  }
}
