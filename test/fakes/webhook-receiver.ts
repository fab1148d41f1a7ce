import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** A delivery as the receiver gets it. */
export type Received = { path: string; headers: IncomingHttpHeaders; body: string; at: number };

type Behaviour = (res: ServerResponse, received: Received, req: IncomingMessage) => void;

/** Answers 200. */
export const ok: Behaviour = (res) => void res.writeHead(200).end('thanks');

/** Answers with a status. */
export function status(code: number, headers?: Record<string, string>): Behaviour {
  return (res) => void res.writeHead(code, headers).end(`status ${code}`);
}

/** Never answers. */
export const hang: Behaviour = () => {};

/** Breaks the connection instead of answering. */
export const reset: Behaviour = (_res, _received, req) => void req.socket.resetAndDestroy();

/** Answers 200 and sends a byte from time to time without end. */
export const drip: Behaviour = (res) => {
  res.writeHead(200);
  const timer = setInterval(() => res.write('.'), 200);
  res.on('close', () => clearInterval(timer));
};

/** Answers 200 with fewer bytes than its `Content-Length`, and closes the connection. */
export function truncated(length: number, sent: number): Behaviour {
  return (res) => {
    res.writeHead(200, { 'content-length': String(length) });
    res.write('x'.repeat(sent), () => res.socket?.end());
  };
}

/** Answers 200 in chunks, and closes the connection before the last one. */
export const chunkedCutOff: Behaviour = (res) => {
  res.writeHead(200);
  res.write('some of it', () => res.socket?.end());
};

/** Answers 200, and resets the connection after the headers. */
export const resetAfterHeaders: Behaviour = (res, _received, req) => {
  res.writeHead(200, { 'content-length': '100' });
  res.flushHeaders();
  setTimeout(() => req.socket.resetAndDestroy(), 50);
};

/** Sends 100 MB as fast as possible. */
export const flood: Behaviour = (res) => {
  res.writeHead(200, { 'content-length': String(100 * 1024 * 1024) });
  const chunk = Buffer.alloc(64 * 1024, 'x');
  const more = () => {
    while (!res.destroyed && res.write(chunk));
  };
  res.on('drain', more);
  more();
};

/** A webhook receiver on this machine, under a host name that tests allow. */
export async function startWebhookReceiver(behave: Behaviour = ok) {
  const received: Received[] = [];
  const sent = { behave, bytes: 0 };
  let connections = 0;
  const server: Server = createServer(async (req, res) => {
    res.on('error', () => {});
    let body = '';
    for await (const chunk of req.setEncoding('utf8')) body += chunk;
    const one = { path: req.url ?? '', headers: req.headers, body, at: performance.now() };
    received.push(one);
    sent.behave(res, one, req);
    res.on('close', () => {
      sent.bytes += req.socket.bytesWritten;
    });
  });
  server.on('connection', () => connections++);
  server.listen(0, 'localhost');
  await once(server, 'listening');
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/hook`,
    received,
    /** Replaces the behaviour for later requests. */
    become(next: Behaviour) {
      sent.behave = next;
    },
    /** Connections opened so far. */
    connections: () => connections,
    /** Bytes sent on closed connections. */
    bytesSent: () => sent.bytes,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;
