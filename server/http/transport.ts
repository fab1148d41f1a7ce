import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep, setImmediate as turnEnds } from 'node:timers/promises';
import { clientAddress } from '../client-address.ts';
import { invalid, type Refusal, refuse } from '../contract/errors.ts';
import { ownerOf } from '../networks.ts';
import { traceRequest } from '../tracing.ts';
import { noteConnection } from '../turn.ts';
import { logAccess } from './access-log.ts';
import { admitted } from './admitted.ts';
import { correlationIdOf } from './correlation-id.ts';
import { type HstsScope, headerLines, securityHeaders, setSecurityHeaders } from './headers.ts';
import { IncomingRequest } from './incoming-request.ts';
import { cutUserAgent, longHeaderFault } from './long-header.ts';
import { answerMalformed } from './malformed.ts';
import { isRepeated } from './repeated-header.ts';
import { sendRefusal } from './respond.ts';
import { type UnreadLimits, unreadLimit } from './unread-limit.ts';
import { takenBody } from './upgrade-body.ts';

/** Time in ms in which a connection with a partial request may complete it once the server closes. */
const HALF_SENT_MS = 1_000;

/** Time in ms without progress after which a connection ends whose client does not read its answer. */
const STALLED_MS = 60_000;

/** The most requests of a connection that wait for their answers. */
const MAX_PIPELINED = 32;

/** The most of answers that one address has not read yet, in bytes. */
const MAX_UNREAD: UnreadLimits = { ofOwner: 64 * 1024 * 1024, ofAll: 512 * 1024 * 1024 };

export type Transport = {
  server: Server;
  /**
   * Takes no new connections but those that the system has accepted before. Idle connections end at once; the others end after their
   * answer, which has `Connection: close`. Resolves when none is left.
   * @param withinMs time in ms after which the rest is destroyed
   */
  close(withinMs: number): Promise<void>;
};

type TransportChoice = {
  /** Answers a request. Never throws. */
  answer: RequestListener;
  /** Whether the public address is https. */
  isHttps: boolean;
  /** For which names browsers require https; this host alone by default. */
  hsts?: HstsScope;
  /** Takes over a connection that requests another protocol; returns whether it did. */
  takeUpgrade?: (req: IncomingMessage, socket: Socket, head: Buffer) => boolean;
  /** Time in ms in which a client has to read something of its answer. */
  stalledMs?: number;
  /** The most that one address leaves unread, in bytes. */
  maxUnread?: UnreadLimits;
};

/** Whether a path belongs to the partner API, whose answers are all in the envelope. */
export function isApiPath(url: string): boolean {
  return url.startsWith('/v1/') || url === '/v1' || url.startsWith('/v1?');
}

/**
 * An HTTP server with the rules for every request: request targets, `Host`, `Expect` and `Upgrade`, security headers,
 * access lines, and a close within a time limit. Contract: Transport, Processes.
 */
export function createTransport({
  answer,
  isHttps,
  hsts = 'host',
  takeUpgrade,
  stalledMs = STALLED_MS,
  maxUnread = MAX_UNREAD,
}: TransportChoice): Transport {
  const headers = securityHeaders(isHttps, hsts);
  /** Open connections with the answers that are not sent yet. */
  const connections = new Map<Socket, Set<ServerResponse>>();
  const limitUnread = unreadLimit(maxUnread);
  let closing = false;

  // `Host` is checked here, because Node's own 400 has no envelope.
  const server = createServer({ requireHostHeader: false, IncomingMessage: IncomingRequest }, (req, res) =>
    receive(req, res),
  );
  server.keepAliveTimeout = 65_000;
  // Node leaves out the headers beyond a number, also those that frame the body or name the client. Their size is limited.
  server.maxHeadersCount = 0;
  // A request whose answer takes long has no time limit here. Where nothing is open, the time of `keepAliveTimeout` is over.
  server.setTimeout(stalledMs, (socket) => {
    if (socket.writableLength > 0 || !connections.get(socket)?.size) socket.destroy();
  });

  /** Requests of a connection are answered one after the other, each in a turn of its own. */
  function receive(req: IncomingRequest, res: ServerResponse, fault?: Refusal): void {
    if (req.socket.destroyed) return;
    if ((connections.get(req.socket)?.size ?? 0) >= MAX_PIPELINED) {
      req.socket.destroy();
      return;
    }
    req.answer = res;
    track(req.socket, res);
    const answerInTurn = async () => {
      const turn = admitted(() => ownerOf(clientAddress(req)));
      if (turn) await turn;
      if (!req.socket.destroyed) respond(req, res, fault);
    };
    if (res.socket) void answerInTurn();
    else res.once('socket', () => setImmediate(answerInTurn));
  }

  function respond(req: IncomingRequest, res: ServerResponse, fault?: Refusal): void {
    // Before the listener of Node, which discards the body.
    res.prependOnceListener('finish', () => req.discardRest());
    limitUnread(req, res);
    setSecurityHeaders(res, headers);
    // A handler with a correlation id replaces it.
    res.setHeader('x-correlation-id', correlationIdOf(req));
    if (closing) res.shouldKeepAlive = false;
    req.url = originForm(req.url ?? '/');
    logAccess(req, res);
    const refusal = longHeaderFault(req) ?? fault ?? faultOf(req);
    cutUserAgent(req);
    if (!refusal) traceRequest(req, res, correlationIdOf(req), () => answer(req, res));
    else if (isApiPath(req.url)) sendRefusal(res, refusal, correlationIdOf(req));
    else res.writeHead(refusal.status, refusal.headers).end();
  }

  function track(socket: Socket, res: ServerResponse): void {
    const open = connections.get(socket);
    open?.add(res);
    res.once('close', () => {
      open?.delete(res);
      if (closing && open?.size === 0) socket.end();
    });
  }

  server.on('checkExpectation', (req: IncomingRequest, res: ServerResponse) =>
    receive(req, res, refuse('EXPECTATION_FAILED')),
  );
  server.on('clientError', (error, stream) => {
    const socket = stream as Socket;
    const complete = [...(connections.get(socket) ?? [])].filter((res) => res.req.complete);
    const end = () => answerMalformed(error, socket, headerLines(headers));
    const last = complete.at(-1);
    if (!last || !socket.writable) return end();
    // The requests before it are answered first. Nothing that follows is read.
    socket.pause();
    last.once('close', end);
  });
  server.on('connection', (socket: Socket) => {
    noteConnection();
    // An upgraded connection arrives here a second time.
    if (connections.has(socket)) return;
    const open = new Set<ServerResponse>();
    connections.set(socket, open);
    socket.once('close', () => connections.delete(socket));
    // Between two requests of an upgraded connection there is no other listener.
    socket.on('error', () => {});
  });

  // With this listener Node hands every request with an `Upgrade` header over as a bare connection. The request is put
  // back without that header and read again, with its body and any pipelined requests.
  server.on('upgrade', (req, stream, head) => {
    const socket = stream as Socket;
    if (socket.destroyed) return;
    socket.setTimeout(0);
    if (takeUpgrade?.(req, socket, head)) return;
    const open = connections.get(socket) ?? new Set();
    afterAnswers(socket, open, stalledMs, async () => {
      // What follows it on the connection is read again, in a turn of its own.
      await turnEnds();
      const body = await takenBody(req);
      if (body === null || socket.destroyed || socket.readableEnded) {
        socket.destroy();
        return;
      }
      socket.unshift(Buffer.concat([headWithoutUpgrade(req), body, head]));
      server.emit('connection', socket);
    });
  });

  return {
    server,
    async close(withinMs) {
      closing = true;
      for (const open of connections.values()) {
        for (const res of open) if (!res.headersSent) res.shouldKeepAlive = false;
      }
      // The system resets the connections that it has accepted and Node has not taken. A turn that begins with a timer takes them all.
      await sleep(0);
      await turnEnds();
      const closed = new Promise((done) => server.close(done));
      server.closeIdleConnections();
      const idle = setTimeout(() => {
        for (const [socket, open] of connections) if (open.size === 0) socket.destroy();
      }, HALF_SENT_MS);
      const all = setTimeout(() => {
        for (const socket of connections.keys()) socket.destroy();
      }, withinMs);
      await closed;
      clearTimeout(idle);
      clearTimeout(all);
    },
  };
}

/**
 * Calls `then` when the answers of a connection are sent that Node has let go. They leave in the order of their requests, so the last
 * answer is sent after all others. Without `drain` they would wait without end for a client that reads slowly or is gone.
 */
function afterAnswers(
  socket: Socket,
  open: ReadonlySet<ServerResponse>,
  stalledMs: number,
  then: () => void,
): void {
  const last = [...open].at(-1);
  if (!last) {
    then();
    return;
  }
  const drain = () => {
    for (const res of open) if (res.socket === socket) res.emit('drain');
  };
  const stalled = () => {
    if (socket.writableLength > 0) socket.destroy();
  };
  socket.on('drain', drain).on('timeout', stalled).setTimeout(stalledMs);
  last.once('close', () => {
    socket.off('drain', drain).off('timeout', stalled).setTimeout(0);
    then();
  });
}

/** A request target without an origin, which it may have (RFC 9112, 3.2.2). */
function originForm(target: string): string {
  const absolute = /^https?:\/\/[^/?#]*/i.exec(target);
  if (!absolute) return target;
  const rest = target.slice(absolute[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}

/** The refusal of a request that no handler may answer. The target `*` of `OPTIONS` is no path. */
function faultOf(req: IncomingMessage): Refusal | undefined {
  const { method, httpVersion, headers, url = '' } = req;
  // Nothing echoes a request. The pages' framework answers 500 to this method; the API knows the methods of each path.
  if (method === 'TRACE' && !url.startsWith('/v1/')) return refuse('NOT_ALLOWED', { allow: 'GET' });
  if (httpVersion === '1.1' && headers.host === undefined) {
    return malformed('An HTTP/1.1 request needs a Host header.');
  }
  if (isRepeated(req, 'host')) return malformed('Send the Host header once.');
  return url.startsWith('/') ? undefined : malformed('The request target must be a path.');
}

function malformed(message: string): Refusal {
  return invalid([{ field: '_', code: 'INVALID_FORMAT', message }]);
}

/** The request line and headers as received, without `Upgrade`. Node reads headers as Latin-1. */
function headWithoutUpgrade({ method, url, httpVersion, rawHeaders }: IncomingMessage): Buffer {
  let text = `${method} ${url} HTTP/${httpVersion}\r\n`;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    if (rawHeaders[i]?.toLowerCase() !== 'upgrade') text += `${rawHeaders[i]}:${rawHeaders[i + 1]}\r\n`;
  }
  return Buffer.from(`${text}\r\n`, 'latin1');
}
